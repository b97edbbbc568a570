import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackHost } from '../e2e/harness/browser-shell'
import { plainEnvironment } from '../e2e/harness/environment'
import { startSilentKeyring, type SilentKeyring } from '../e2e/harness/keyring'
import { ended } from '../e2e/harness/process'
import { root } from '../e2e/harness/programs'
import { inShell } from '../e2e/harness/shells'
import { freshFolder } from '../e2e/harness/wall'

inShell('browser', 'A keychain that waits for its user', () => {
  let keyring: SilentKeyring
  let folder: Awaited<ReturnType<typeof freshFolder>>
  beforeEach(async () => {
    keyring = await startSilentKeyring()
    folder = await freshFolder()
  })
  afterEach(async () => {
    await keyring.close()
    await folder.remove()
  })

  it('doesn’t keep the loopback host from starting or exiting', async () => {
    const host = await startLoopbackHost({ userDataDir: folder.path, environment: keyring.environment })
    await host.close()
    expect(host.output.text()).not.toMatch(/"level":(40|50|60)/)
  })

  it('doesn’t keep the loopback host from exiting during its start', async () => {
    const child = spawn(
      process.execPath,
      [join(root, 'out/main/loopback.js'), '--user-data-dir', folder.path],
      { env: { ...plainEnvironment(), ...keyring.environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    await keyring.asked
    child.kill('SIGTERM')
    expect(await ended(child)).not.toBe(1)
  })
})
