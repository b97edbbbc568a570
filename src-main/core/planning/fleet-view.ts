/** What the person sees of the fleet. */
export interface FleetView {
  visible: readonly string[]
  /** In the focus view, or in a window of their own. */
  focused: readonly string[]
  selected: readonly string[]
  /** Of a screen on the wall, in CSS px. Left out: not known. */
  tileHeight?: number | undefined
}

/** The view of a page that is hidden. */
export const showsNothing: FleetView = { visible: [], focused: [], selected: [] }
