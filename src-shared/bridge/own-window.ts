/** In the address of the page that shows one phone alone, its public id. */
export const phoneParameter = 'phone'
