/** The outcome of a frame. */
export const done: i32 = 0
/** Not damaged so far, but of a kind that another decoder takes. */
export const foreign: i32 = 1
export const damaged: i32 = 2
