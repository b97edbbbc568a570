import { spawnSync } from 'node:child_process'
import type { Eighths } from '../../src-renderer/jpeg/jpeg-decoder'
import { findProgram } from '../e2e/harness/programs'
import type { Pictures } from './pictures'
import { cpuOfEndedChildren } from './process-tree'
import type { Effort } from './suite'

const program = 'tjbench'

/** What is missing when there is no limit to measure. */
export const limitIsMissing = `${program} (Debian: libjpeg-turbo-progs) is not installed, so nothing is compared with libjpeg-turbo`

/** Whether libjpeg-turbo can be measured here. */
export const hasLimit = (): boolean => findProgram(program) !== null

/**
 * What libjpeg-turbo itself takes to decode the pictures at a scale, on one core: ms of CPU for one picture.
 * @throws Error when its benchmark does not say
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
  // The program reports elapsed time; the share of other processes is taken out.
  return ((cpuOfEndedChildren() - before.cpuMs) / ranMs) * (1000 / framesPerSecond)
}
