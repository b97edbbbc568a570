import { median } from './statistics'

/** One line of the report, as other programs read it (docs/performance.md names the ids and units). */
export interface Figure {
  id: string
  ours: number
  unit: string
  /** The same of the way that ours is compared with. */
  baseline?: number
  /** `ours` over `baseline`. */
  ratio?: number
  /** How far `ours` varies, low and high. */
  spread?: [number, number]
}

const rounded = (value: number): number => Number(value.toPrecision(4))

/** A figure with its ratio, in at most four digits. */
export function figure({ id, ours, unit, baseline, spread }: Omit<Figure, 'ratio'>): Figure {
  return {
    id,
    ours: rounded(ours),
    unit,
    ...(baseline === undefined ? {} : { baseline: rounded(baseline), ratio: rounded(ours / baseline) }),
    ...(spread === undefined ? {} : { spread: [rounded(spread[0]), rounded(spread[1])] }),
  }
}

/** A figure of what every repetition found: medians, and the lowest and the highest of ours. */
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

/** The figures as lines of equal columns. */
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
