import { seeded } from './mutate'
import type { Target } from './targets'

/** What became of one target. */
export interface Findings {
  runs: number
  /** The longest time that one input took, in ms, and the seed that makes it. */
  worstMs: number
  worstSeed: number
  defects: { seed: number; error: unknown; input: string }[]
}

/**
 * Reads changed inputs, one for each seed, until `isEnough`. Other programs and garbage collection may interrupt any input: so
 * the processor's time counts where it is less, and one that is slow is read again, and its fastest time counts.
 */
export async function fuzz(
  target: Target,
  firstSeed: number,
  isEnough: (findings: Findings) => boolean,
): Promise<Findings> {
  const findings: Findings = { runs: 0, worstMs: 0, worstSeed: firstSeed, defects: [] }
  for (let seed = firstSeed; !isEnough(findings); seed++) {
    findings.runs += 1
    try {
      let took = await timeOf(target, seed)
      for (let tries = 0; took > findings.worstMs && tries < 10; tries++)
        took = Math.min(took, await timeOf(target, seed))
      if (took > findings.worstMs) Object.assign(findings, { worstMs: took, worstSeed: seed })
    } catch (error) {
      const { shown } = target.input(seeded(seed))
      findings.defects.push({ seed, error, input: shown.slice(0, 500) })
    }
  }
  return findings
}

async function timeOf(target: Target, seed: number): Promise<number> {
  const { read } = target.input(seeded(seed))
  const begun = performance.now()
  const before = process.cpuUsage()
  await read()
  const { user, system } = process.cpuUsage(before)
  return Math.min(performance.now() - begun, (user + system) / 1000)
}
