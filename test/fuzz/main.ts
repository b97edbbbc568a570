import { parseArgs } from 'node:util'
import { fuzz } from './run'
import { targets } from './targets'

// `npm run fuzz [-- --minutes M --only NAME --seed S]`: changed inputs for every parser at the edge of the program.
const longestMs = 50
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    seed: { type: 'string' },
  },
})
const forMs = Number(values.minutes) * 60_000
const firstSeed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
let hasFailed = false

for (const target of targets.filter(({ name }) => name.startsWith(values.only))) {
  const endsAt = performance.now() + forMs
  const { runs, worstMs, worstSeed, defects } = await fuzz(target, firstSeed, ({ runs: sofar }) =>
    values.seed === undefined ? performance.now() >= endsAt : sofar > 0,
  )
  const isSlow = worstMs > longestMs
  hasFailed ||= isSlow || defects.length > 0
  const verdict = defects.length > 0 ? `${defects.length} DEFECTS` : isSlow ? 'SLOW' : 'ok'
  process.stdout.write(
    `${target.name.padEnd(18)} ${String(runs).padStart(9)} inputs, worst ${worstMs.toFixed(1)} ms (seed ${worstSeed}): ${verdict}\n`,
  )
  for (const { seed, error, input } of defects.slice(0, 3))
    process.stdout.write(`  --only ${target.name} --seed ${seed}: ${String(error)}\n  ${input}\n`)
}
process.exit(hasFailed ? 1 : 0)
