import { spawnSync } from 'node:child_process'
import type { Eighths } from '../../src-renderer/jpeg/jpeg-decoder'
import { findProgram } from '../e2e/harness/programs'
import type { Pictures } from './pictures'
import { cpuOfEndedChildren } from './process-tree'
import type { Effort } from './suite'

const program = 'tjbench'

/** The reason that no limit can be measured. */
export const limitIsMissing = `${program} (Debian: libjpeg-turbo-progs) is not installed, so nothing is compared with libjpeg-turbo`

/** Returns whether libjpeg-turbo can be measured here. */
export const hasLimit = (): boolean => findProgram(program) !== null

/**
 * Measures libjpeg-turbo on one core. @returns ms of CPU per frame at this scale
 * @throws Error if its benchmark prints no figure
 */
export function measureLimit({ files }: Pictures, eighths: Eighths, { measureMs }: Effort): number {
  const times = files.map((file) => decodeMs(file, eighths, measureMs / 1000 / files.length))
  return times.reduce((sum, ms) => sum + ms, 0) / times.length
}

function decodeMs(file: string, eighths: Eighths, seconds: number): number {
  const args = [
    file,
    '-scale',
    `${eighths}/8`,
    '-bgrx',
    '-nowrite',
    '-warmup',
    '0.02',
    '-benchtime',
    String(seconds),
  ]
  const before = { at: performance.now(), cpuMs: cpuOfEndedChildren() }
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' })
  const ranMs = performance.now() - before.at
  const framesPerSecond = Number(/Frame rate:\s+([\d.]+) fps/.exec(stdout)?.[1])
  if (!(framesPerSecond > 0)) throw new Error(`${program} did not say how fast it is:\n${stdout}`)
  // The program reports elapsed time; this subtracts the share of other processes.
  return ((cpuOfEndedChildren() - before.cpuMs) / ranMs) * (1000 / framesPerSecond)
}
