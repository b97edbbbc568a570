import type { Arrangement } from './arrangement'
import type { LastView } from './last-view'

/** What all walls of a fleet share: the saved views, and what is arranged by hand. */
export type SharedView = Pick<LastView, 'saved'> & Omit<Arrangement, 'sort' | 'grouped'>

export const sharedOf = ({ saved, arrangement }: LastView): SharedView => {
  const { pinned, placed, labels, used, viewOnly } = arrangement
  return { saved, pinned, placed, labels, used, viewOnly }
}
export const withShared = (view: LastView, { saved, ...byHand }: SharedView): LastView => ({
  ...view,
  saved,
  arrangement: { ...view.arrangement, ...byHand },
})
