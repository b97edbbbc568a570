/** The colour of a label that was sent without one (spec 2, Label). */
export const defaultLabelColor = '#9E9E9E'
