/** The phones that the person sees, by public id. */
export interface FleetView {
  visible: readonly string[]
  /** In the focus view, or in windows of their own. */
  focused: readonly string[]
  selected: readonly string[]
  /** The height of a screen on the wall in CSS px; undefined while unknown. */
  tileHeight?: number | undefined
  /** Whether phones without a slot take turns with others in sight. */
  patrols?: boolean | undefined
}

/** The view of a page that is hidden. */
export const showsNothing: FleetView = { visible: [], focused: [], selected: [] }
