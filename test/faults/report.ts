import { median } from '../bench/statistics'

/** The result of a row. */
export interface RowResult {
  id: string
  fault: string
  runs: number
  passes: number
  recoverMs: number[]
  /** The most requests of one run. */
  requests: number
  /** Peak resident memory of the core's process, in MB. */
  worstRssMb: number
  figures: string[]
  /** Reasons for failed runs, without duplicates. */
  causes: string[]
}

/** A line of the JSON report. */
export interface Figure {
  id: string
  runs: number
  passes: number
  figure: string
}

const recovery = ({ recoverMs }: RowResult) =>
  recoverMs.length > 0 ? String(Math.round(median(recoverMs))) : ''

/** The row's own figure, else its time to recover, else its requests. */
export function figureOf(result: RowResult): Figure {
  const { id, runs, passes, figures, requests } = result
  const recovered = recovery(result)
  const figure = figures.at(-1) ?? (recovered === '' ? `${requests} requests` : `recovers in ${recovered} ms`)
  return { id, runs, passes, figure }
}

/** Formats the rows as a table, followed by the reasons for failures. */
export function table(results: readonly RowResult[]): string {
  const rows = [
    ['id', 'fault', 'runs', 'passes', 'recovers ms', 'requests', 'worst RSS MB', 'figure'],
    ...results.map((result) => [
      result.id,
      result.fault,
      String(result.runs),
      String(result.passes),
      recovery(result),
      String(result.requests),
      String(Math.round(result.worstRssMb)),
      result.figures.at(-1) ?? '',
    ]),
  ]
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const failed = results.filter(({ runs, passes }) => passes < runs)
  const reasons = failed.flatMap(({ id, causes }) => causes.map((cause) => `${id}: ${cause}`))
  const sum = `${results.length} faults, ${results.length - failed.length} survived, ${failed.length} not`
  return [...lines, '', ...reasons, ...(reasons.length > 0 ? [''] : []), sum, ''].join('\n')
}
