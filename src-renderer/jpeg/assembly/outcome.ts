/** How a frame ends. */
export const done: i32 = 0
/** It is whole, perhaps, but not of the kind that is decoded here. */
export const foreign: i32 = 1
export const damaged: i32 = 2
