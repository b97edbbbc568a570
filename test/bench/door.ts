import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectToApp } from '../../src-main/shell-cli/app/app-connection'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import type { Suite, SuiteContext } from './suite'

const id = 'door.call'
const phones = 100
// Fewer than the door answers without a pause.
const calls = 100

/** Times how long a program waits for the list of phones, while the window shows them. */
export const doorSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { repetitions, settleMs } = context.effort
    const peer = await startPeer(await context.pictures(750), { phones })
    const userData = await mkdtemp(join(tmpdir(), 'fleetwall-bench-'))
    const taken: number[] = []
    try {
      const app = await openOurs(context, peer, { FLEETWALL_DOOR: '1' }, userData)
      try {
        await peer.play({ listed: true })
        await app.page.waitForFunction(() => document.querySelectorAll('[data-device]').length > 10)
        await delay(5 * settleMs)
        for (let repetition = 0; repetition < repetitions; repetition += 1) {
          const door = await connectToApp(userData)
          if (!door) throw new Error('the door is closed')
          for (let call = 0; call < calls; call += 1) {
            const begun = performance.now()
            const { phones: listed } = (await door.call('phones.list', {}).answer) as { phones: unknown[] }
            taken.push(performance.now() - begun)
            if (listed.length !== phones) throw new Error(`${listed.length} phones are listed`)
          }
          door.close()
        }
      } finally {
        await app.close()
      }
    } finally {
      await peer.close()
      await rm(userData, { recursive: true, force: true, maxRetries: 5 })
    }
    return [figureOf(id, 'ms', taken)]
  },
}
