/**
 * Frames a second that this computer was found to show, all phones together; null while it shows what is asked of it. The
 * phones on the wall are asked for fewer then, evenly; one that is opened large is not.
 */
export type PaceLimit = number | null
