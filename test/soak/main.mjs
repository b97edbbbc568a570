// `npm run soak [-- --hours H] [--only FAULT]`: keeps the whole app under faults for hours and prints what its processes
// hold. With --only, the one named in test/soak/soak.test.ts, to find which of them leaves something behind.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '8' }, only: { type: 'string' } },
})
const hours = Number(values.hours)
if (!(hours > 0)) {
  process.stderr.write('soak: --hours takes a number above 0\n')
  process.exit(2)
}
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const config = ['--config', 'test/e2e/vitest.config.ts']
const { status } = spawnSync(process.execPath, [vitest, 'run', ...config, 'test/soak/soak.test.ts'], {
  cwd: join(import.meta.dirname, '..', '..'),
  env: {
    ...process.env,
    FLEETWALL_SOAK_HOURS: String(hours),
    FLEETWALL_SOAK_ONLY: values.only ?? '',
  },
  stdio: 'inherit',
})
process.exit(status ?? 1)
