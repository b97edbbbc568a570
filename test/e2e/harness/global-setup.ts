import type { TestProject } from 'vitest/node'
import { startSharedBrowser } from './browser-shell'
import { displaysWanted, openDisplay } from './display'
import { hasKeyringPrograms } from './keyring'
import { findChromium, findElectron } from './programs'

/**
 * Finds the shells of this machine, and starts a display if there is none. Prints a line for each missing one.
 * @throws Error if FLEETWALL_REQUIRE_SHELLS (`electron,browser,keychain`) names a missing one
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const opened = await Promise.all(Array.from({ length: displaysWanted() }, openDisplay))
  const displays = opened.filter((display) => display !== null)
  const binary = findElectron()
  const chromium = findChromium()
  const browsers = chromium
    ? await Promise.all(Array.from({ length: displaysWanted() }, () => startSharedBrowser(chromium)))
    : []
  const closeAll = async () =>
    void (await Promise.all([...displays, ...browsers].map(({ close }) => close())))
  const keychain = hasKeyringPrograms()
  const missing: { name: string; reason: string }[] = []
  if (displays.length === 0)
    missing.push({ name: 'electron', reason: 'there is no display, and no Xvfb to start one' })
  else if (!binary) missing.push({ name: 'electron', reason: 'Electron is missing or does not run' })
  if (!chromium) missing.push({ name: 'browser', reason: 'there is no Chromium' })
  if (!keychain)
    missing.push({ name: 'keychain', reason: 'there is no dbus-daemon or no gnome-keyring-daemon' })

  for (const { name, reason } of missing) {
    process.stderr.write(`SKIPPED: end-to-end tests that need ${name}, because ${reason}.\n`)
  }
  const required = (process.env['FLEETWALL_REQUIRE_SHELLS'] ?? '').split(',')
  const lacking = missing.filter(({ name }) => required.includes(name))
  if (lacking.length > 0) {
    await closeAll()
    throw new Error(
      `FLEETWALL_REQUIRE_SHELLS requires ${lacking.map(({ name }) => name).join(' and ')}, missing on this machine`,
    )
  }

  project.provide('shells', {
    electron: binary && displays.length > 0 ? { binary, displays: displays.map(({ name }) => name) } : null,
    browser: chromium ? { chromium, shared: browsers.map(({ url }) => url) } : null,
  })
  project.provide('keychain', keychain)
  return closeAll
}
