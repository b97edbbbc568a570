// `npm test`: runs the named groups of tests, or all of them, and ends with one line that counts them together:
// `N passed, N failed, N skipped`. `-- --whole` adds the end-to-end tests that take long, and those of the page alone.
// `-- --packaged` runs all end-to-end tests with a packaged program (Linux).
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const groups = { unit: 'vitest.config.ts', e2e: 'test/e2e/vitest.config.ts' }
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** Runs one group. An unreadable file, or an error outside of any test, counts as one failed test. */
function run(config, report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', config, ...reporters], {
    cwd: root,
    stdio: 'inherit',
  })
  const counts = readCounts(report)
  return status === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}

function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    const unreadable = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    const failures = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages }) =>
            `${relative(root, name)}: ${fullName}\n  ${failureMessages[0] ?? ''}`,
        ),
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests + unreadable.length,
      skipped: numPendingTests + numTodoTests,
      failures: [
        ...failures,
        ...unreadable.map(({ name, message }) => `${relative(root, name)}: ${message}`),
      ],
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ['A group of tests ended without a report.'] }
  }
}

/**
 * Packs the program, and copies it away from the project: one that lies in it finds files there that it does not hold.
 * @returns the copy's binary
 */
function pack(output, flags = []) {
  const args = ['build/package.mjs', '--dir', ...flags]
  if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1)
  const folder = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`
  const copy = join(temporary, basename(output))
  cpSync(join(root, output, folder), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'fleetwall')
}

/** Says which Electron was tested, where it is not the one that is shipped. */
function testedElectron() {
  const require = createRequire(import.meta.url)
  const pinned = require('../package.json').devDependencies.electron
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const tested = folder ? readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '') : pinned
  return tested === pinned ? '' : ` (with Electron ${tested}; ${pinned} is shipped)`
}

const temporary = mkdtempSync(join(tmpdir(), 'fleetwall-test-'))
const given = process.argv.slice(2)
const isPackaged = given.includes('--packaged')
if (isPackaged) {
  // The program is built to trust this key alone, and its test signs feeds with it.
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  process.env.FLEETWALL_UPDATE_KEY = publicKey.export({ type: 'spki', format: 'pem' })
  process.env.FLEETWALL_UPDATE_PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' })
  process.env.FLEETWALL_SHIPPED = pack('dist')
  process.env.FLEETWALL_PACKAGED = pack('dist/for-tests', ['--for-tests'])
}
if (!isPackaged && !given.includes('--whole')) process.env.FLEETWALL_SHORT_RUN = '1'
// The units know nothing of packages.
const named = isPackaged ? ['e2e'] : given.filter((name) => name in groups)
const all = (named.length > 0 ? named : Object.keys(groups)).map((name) =>
  run(groups[name], join(temporary, `${name}.json`)),
)
rmSync(temporary, { recursive: true, force: true })
// The output of a whole run is long, and often only its end is kept.
for (const failure of all.flatMap(({ failures }) => failures)) process.stdout.write(`\nFailed: ${failure}\n`)
const sum = (kind) => all.reduce((total, counts) => total + counts[kind], 0)
process.stdout.write(
  `\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped${testedElectron()}\n`,
)
process.exitCode = sum('failed') > 0 ? 1 : 0
