import { median } from './statistics'

/** One row of the report, which other programs read (docs/performance.md lists ids and units). */
export interface Figure {
  id: string
  ours: number
  unit: string
  /** The value of the comparison. */
  baseline?: number
  /** `ours` over `baseline`. */
  ratio?: number
  /** The lowest and the highest `ours`. */
  spread?: [number, number]
}

const rounded = (value: number): number => Number(value.toPrecision(4))

/** Returns a figure with its ratio, with at most four digits. */
export function figure({ id, ours, unit, baseline, spread }: Omit<Figure, 'ratio'>): Figure {
  return {
    id,
    ours: rounded(ours),
    unit,
    ...(baseline === undefined ? {} : { baseline: rounded(baseline), ratio: rounded(ours / baseline) }),
    ...(spread === undefined ? {} : { spread: [rounded(spread[0]), rounded(spread[1])] }),
  }
}

/** Returns a figure of all repetitions: medians, and the lowest and highest `ours`. */
export function figureOf(
  id: string,
  unit: string,
  ours: readonly number[],
  baseline?: readonly number[],
): Figure {
  return figure({
    id,
    unit,
    ours: median(ours),
    ...(baseline === undefined ? {} : { baseline: median(baseline) }),
    spread: [Math.min(...ours), Math.max(...ours)],
  })
}

/** Returns the figures as a table. */
export function table(figures: readonly Figure[]): string {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value))
  const rows = [
    ['id', 'ours', 'baseline', 'ratio', 'spread of ours', 'unit'],
    ...figures.map(({ id, ours, baseline, ratio, spread, unit }) => [
      id,
      text(ours),
      text(baseline),
      text(ratio),
      spread ? `${spread[0]} to ${spread[1]}` : '',
      unit,
    ]),
  ]
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`
}
