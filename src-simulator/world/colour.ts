/** Six hexadecimal digits (spec section 2). */
export const COLOR = /^#[0-9A-Fa-f]{6}$/
