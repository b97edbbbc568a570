import { computed, ref } from 'vue'
import { useVirtualizer, type Range } from '@tanstack/vue-virtual'
import { withRow } from './with-row'

interface RowsOptions<Row> {
  rows: () => readonly Row[]
  /** Tells a row from others, whatever its place. */
  keyOf: (row: Row) => string | number
  /** What scrolls them. */
  scroller: () => HTMLElement | null
  /** In CSS px; a guess where rows are measured. */
  rowHeight: number
  /** In CSS px, between two rows. */
  gap?: number
  /** What stands above the first row and scrolls with it, in CSS px. */
  above?: () => number
  /** How many rows beside those in sight are in the page. */
  overscan: number
}

/**
 * A long list of which only the rows in sight are in the page, and the one that has the focus, also when it is scrolled out.
 * `place` is what a row's element has of its place in the list; `measure` is the `ref` of rows that take as many lines as
 * they need, and `forget` drops what was measured; `height` is that of all rows, as CSS has it.
 */
export function useRows<Row>({
  rows,
  keyOf,
  scroller,
  rowHeight,
  gap = 0,
  above = () => 0,
  overscan,
}: RowsOptions<Row>) {
  /** By its key. */
  const focused = ref<string | number | null>(null)
  const keyAt = (index: number) => {
    const row = rows()[index]
    return row === undefined ? index : keyOf(row)
  }
  const virtualizer = useVirtualizer(
    computed(() => {
      const held = focused.value === null ? -1 : rows().findIndex((row) => keyOf(row) === focused.value)
      return {
        rangeExtractor: (range: Range) => withRow(range, held),
        count: rows().length,
        getScrollElement: scroller,
        // Another function each time, for the rows may have changed places.
        getItemKey: (index: number) => keyAt(index),
        estimateSize: () => rowHeight,
        gap,
        scrollMargin: above(),
        overscan,
      }
    }),
  )
  const placeOf = (index: number, start: number) => ({
    'data-index': index,
    'aria-setsize': rows().length,
    'aria-posinset': index + 1,
    style: { transform: `translateY(${start}px)` },
    onFocusin: () => (focused.value = keyAt(index)),
    onFocusout: () => (focused.value = null),
  })
  const inSight = computed(() =>
    virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const row = rows()[index]
      return row === undefined
        ? []
        : [{ row, key: keyOf(row), index, place: placeOf(index, start - above()) }]
    }),
  )
  return {
    inSight,
    height: computed(() => `${virtualizer.value.getTotalSize()}px`),
    measure(row: unknown) {
      if (row instanceof HTMLElement) virtualizer.value.measureElement(row)
    },
    forget: () => virtualizer.value.measure(),
  }
}
