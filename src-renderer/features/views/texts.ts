import type { SortOrder } from '../../../src-shared/features/arrangement'
import type { LabelMatch } from '../../../src-shared/features/filter'

/** What this room says, in English. */
export const texts = {
  /** What had not ended when Fleetwall last did. */
  arrange: {
    sort: 'Sort phones',
    orders: {
      hand: 'By hand',
      name: 'Name',
      label: 'Label',
      state: 'State',
      outcome: 'Outcome',
      used: 'Last used',
    } satisfies Record<SortOrder, string>,
    hints: {
      label: 'By the first label. Phones without a label come last.',
      state: 'Ready phones come first, blocked ones last.',
      outcome: 'Failed ones come first, then those to review, then warnings.',
      used: 'Sorted once. Tiles don’t move while you use them.',
    } satisfies Partial<Record<SortOrder, string>>,
    handHint: 'Drag a tile by its header, or press {left} or {right}.',
    group: 'Group by label',
    groupHint: 'A heading for each first label. Phones without one come last.',
    pinnedFirst: 'Pinned phones come before all others.',
    pinned: 'Pinned',
    viewOnly: 'View only',
    labels: 'Labels',
    show: 'Show phones with',
    matches: {
      any: 'Any of these labels',
      all: 'All of these labels',
      none: 'None of these labels',
    } satisfies Record<LabelMatch, string>,
    up: 'Move {name} up',
    down: 'Move {name} down',
    labelOrder: 'Drag labels into order. Sorting by label follows it.',
  },
} as const
