// `npm test`: runs the groups of tests that are named (all of them when none is), each to its end, and ends with one line
// that counts them together: `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const groups = { unit: 'vitest.config.ts', e2e: 'test/e2e/vitest.config.ts' }
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** Runs one group. A file that cannot even be read, or an error outside of any test, is one that failed. */
function run(config, report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', config, ...reporters], {
    cwd: root,
    stdio: 'inherit',
  })
  const counts = countsOf(report)
  return status === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}

function countsOf(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const unread = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    return { passed: numPassedTests, failed: numFailedTests + unread.length }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const named = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'fleetwall-test-'))
const all = (named.length > 0 ? named : Object.keys(groups)).map((name) =>
  run(groups[name], join(folder, `${name}.json`)),
)
rmSync(folder, { recursive: true, force: true })
const sum = (kind) => all.reduce((total, counts) => total + counts[kind], 0)
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
process.exitCode = sum('failed') > 0 ? 1 : 0
