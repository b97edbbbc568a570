import { setTimeout as delay } from 'node:timers/promises'
import { figureOf } from './figure'
import { startPeer, type Peer } from './peer/start'
import { openWithProgram } from './program'
import { measured, type Suite, type SuiteContext } from './suite'

const id = 'door.act'
// The window acts on the one that it shows, the program on the other.
const [shown, other] = [0, 1]
const spot = { x: 375, y: 607 }
const warmUps = 3
const patienceMs = 10_000

const now = () => performance.timeOrigin + performance.now()

/** Waits for the service's answer to the action that `act` begins. @returns when it was sent, in ms since the epoch */
async function answered(peer: Peer, act: () => Promise<unknown>): Promise<number> {
  const { actedAt: before } = await peer.read()
  await act()
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const { actedAt } = await peer.read()
    const at = actedAt[before.length]
    if (at !== undefined) return at
    if (performance.now() > giveUpAt) throw new Error('no action has reached the service')
    await delay(20)
  }
}

/** Times an action from its begin to the service's answer: a program's tap, against the window's Home by its keys. */
export const doorActSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { effort } = context
    const peer = await startPeer(await context.pictures(750), { phones: 2, walls: [1] })
    const program: number[] = []
    const hand: number[] = []
    try {
      for (let repetition = 0; repetition < effort.repetitions; repetition += 1)
        await measured(
          () => openWithProgram(context, peer),
          effort,
          async ({ app: { page, show }, call }) => {
            await show(shown + 1)
            await page.keyboard.press('Control+a')
            await page.evaluate(() => {
              window.fleetwallBenchTouches = []
              addEventListener(
                'keydown',
                ({ key, timeStamp }) => {
                  if (key.toLowerCase() === 'h')
                    window.fleetwallBenchTouches.push(performance.timeOrigin + timeStamp)
                },
                { capture: true },
              )
            })
            for (let turn = -warmUps; turn < effort.presses; turn += 1) {
              let begun = 0
              const tapped = await answered(peer, () => {
                begun = now()
                return call('tap', { phone: peer.phones[other] ?? '', ...spot })
              })
              const pressed = await answered(peer, () => page.keyboard.press('Control+Shift+h'))
              const pressedAt = await page.evaluate(() => window.fleetwallBenchTouches.at(-1) ?? NaN)
              if (turn < 0) continue
              program.push(tapped - begun)
              hand.push(pressed - pressedAt)
            }
          },
        )
    } finally {
      await peer.close()
    }
    return [figureOf(id, 'ms', program, hand)]
  },
}
