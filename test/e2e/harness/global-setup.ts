import type { TestProject } from 'vitest/node'
import { openDisplay } from './display'
import { electronRuns, findChromium } from './programs'
import type { FoundShells, ShellName } from './shells'

/**
 * Finds the shells of this machine, and starts a display where there is none. A shell that cannot be had is said in one
 * line; when FLEETWALL_REQUIRE_SHELLS names it (`electron,browser`), that is a failure.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const display = await openDisplay()
  const hasElectron = electronRuns()
  const chromium = findChromium()
  const missing: [ShellName, string][] = []
  if (!display) missing.push(['electron', 'there is no display, and no Xvfb to start one'])
  else if (!hasElectron) missing.push(['electron', 'Electron cannot be had'])
  if (!chromium) missing.push(['browser', 'there is no Chromium'])

  const required = (process.env['FLEETWALL_REQUIRE_SHELLS'] ?? '').split(',')
  for (const [name, reason] of missing) {
    process.stderr.write(`NOT RUN: the end-to-end cases of the ${name} shell, because ${reason}.\n`)
  }
  const refused = missing.filter(([name]) => required.includes(name))
  if (refused.length > 0) {
    await display?.close()
    throw new Error(`FLEETWALL_REQUIRE_SHELLS asks for shells that cannot be had: ${refused.join('; ')}`)
  }

  const shells: FoundShells = {
    electron: hasElectron && display ? { display: display.name } : null,
    browser: chromium ? { chromium } : null,
  }
  project.provide('shells', shells)
  return async () => display?.close()
}
