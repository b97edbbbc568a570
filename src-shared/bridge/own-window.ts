/** The URL parameter that holds the `public_id` of a phone's own page. */
export const phoneParameter = 'phone'
