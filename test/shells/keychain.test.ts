import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { startLoopbackHost } from '../e2e/harness/browser-shell'
import type { RunningElectron } from '../e2e/harness/electron-shell'
import { plainEnvironment } from '../e2e/harness/environment'
import { startKeyring, startSilentKeyring, type SilentKeyring } from '../e2e/harness/keyring'
import { ended } from '../e2e/harness/process'
import { root } from '../e2e/harness/programs'
import { inShell } from '../e2e/harness/shells'
import { freshFolder } from '../e2e/harness/wall'

// Fleetwall waits at least so long for a keychain's answer.
const answerMs = 4500

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

describe.skipIf(!inject('keychain'))('With a keychain', () => {
  inShell('electron', 'A keychain that stops answering', (shell) => {
    it('keeps the window neither from the simulated fleet nor from closing within 3 s', async () => {
      const keyring = await startKeyring()
      const folder = await freshFolder()
      const start = async () => {
        const begun = performance.now()
        const app = await shell.launch({ userDataDir: folder.path, environment: keyring.environment })
        await app.page.locator('[data-device][data-state=live]').first().waitFor()
        return { app, ms: performance.now() - begun }
      }
      const usual = await start()
      // With any other, some keyrings ask the user for a password at the first start.
      const store = await (usual.app as RunningElectron).electron.evaluate(({ app }) =>
        app.commandLine.getSwitchValue('password-store'),
      )
      expect(store).toBe('basic')
      await usual.app.close()
      keyring.freeze()
      const { app, ms } = await start()
      expect(ms - usual.ms, 'the start does not wait for the keychain').toBeLessThan(answerMs)
      const closing = performance.now()
      await app.close()
      expect(performance.now() - closing).toBeLessThan(3000)
      await keyring.close()
      await folder.remove()
    })
  })
})
