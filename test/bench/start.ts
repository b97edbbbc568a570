import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { outputOf, stop } from '../e2e/harness/process'
import { findElectron, programArguments, sandboxFlags } from '../e2e/harness/programs'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { alternate, type Suite, type SuiteContext } from './suite'

const ids = ['start.first-picture', 'start.first-picture-simulated'] as const
const phones = 12

/** Compares the time from the start to the first painted picture with that to an empty window. No debugger is attached. */
export const startSuite: Suite = {
  ids,
  async run(context: SuiteContext) {
    const binary = findElectron() ?? ''
    const peer = await startPeer(await context.pictures(750), {
      phones,
      play: { listed: true, moving: phones },
    })
    const { FLEETWALL_API_KEY: key = '', ...address } = peer.environment
    const times: Record<'server' | 'simulated' | 'empty', number[]> = { server: [], simulated: [], empty: [] }

    const start = async (args: readonly string[], environment: Record<string, string>, shown: RegExp) => {
      const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-'))
      const keyFile = join(folder, 'key')
      await writeFile(keyFile, key, { mode: 0o600 })
      const begun = performance.now()
      const child = spawn(binary, [...args, '--user-data-dir', join(folder, 'data')], {
        env: {
          ...plainEnvironment(),
          ...noKeyring,
          DISPLAY: context.machine.display.name,
          FLEETWALL_LOG: 'info',
          ...environment,
          ...(environment === address ? { FLEETWALL_API_KEY_FILE: keyFile } : {}),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      await outputOf(child).shows(shown)
      const tookMs = performance.now() - begun
      await stop(child)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      return tookMs
    }
    const picture = /shows its first picture/
    const empty = [...sandboxFlags, join(context.pages.folder, 'empty.js')]
    try {
      await alternate(context.effort.repetitions, [
        async () => void times.server.push(await start(programArguments, address, picture)),
        async () => void times.simulated.push(await start(programArguments, {}, picture)),
        async () => void times.empty.push(await start(empty, {}, /the window is painted/)),
      ])
    } finally {
      await peer.close()
    }
    return [
      figureOf(ids[0], 'ms', times.server, times.empty),
      figureOf(ids[1], 'ms', times.simulated, times.empty),
    ]
  },
}
