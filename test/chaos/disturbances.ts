import type { Simulator } from '../e2e/harness/simulator'
import { pick, type Random } from '../fuzz/mutate'

const slowForMs = 4000

const close =
  (how: { do: 'close'; code: number } | { do: 'drop' }) =>
  async (simulator: Simulator, random: Random): Promise<void> => {
    const public_id = pick(random, simulator.phones)
    const channel = pick(random, ['stream', 'control'])
    await simulator.admin('POST', '/sockets', { public_id, channel, ...how }).catch((error: unknown) => {
      // It may have none now.
      if (!String(error).includes('404')) throw error
    })
  }
const refuse =
  (on: readonly string[], code: string, most: number) =>
  async (simulator: Simulator, random: Random): Promise<void> => {
    const times = 1 + Math.floor(random() * most)
    await simulator.admin('POST', '/faults', { on: pick(random, on), code, times })
  }

/** What an unkind service does, by name. */
export const disturbances: Readonly<Record<string, (simulator: Simulator, random: Random) => Promise<void>>> =
  {
    'closed sockets': close({ do: 'close', code: 1011 }),
    'dropped sockets': close({ do: 'drop' }),
    'refused actions': refuse(['performAction'], 'rate_limited', 2),
    'refused reads': refuse(['getDevice', 'getUsage', 'listAutomations'], 'rate_limited', 1),
    'failed snapshots': refuse(['getSnapshot'], 'internal', 1),
    async 'slow phones'(simulator, random) {
      const phone = `/phones/${pick(random, simulator.phones)}`
      await simulator.admin('PUT', phone, { delay_ms: 300 + Math.floor(random() * 1500) })
      // The run may have ended by then.
      setTimeout(() => void simulator.admin('PUT', phone, { delay_ms: 0 }).catch(() => undefined), slowForMs)
    },
  }
