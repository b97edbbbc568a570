/** The URL parameter that holds the `public_id` of a phone's own page. */
export const phoneParameter = 'phone'
/** The URL parameter that holds the id of the fleet in a window beside the first. */
export const fleetParameter = 'fleet'
