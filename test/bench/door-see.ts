import { setTimeout as delay } from 'node:timers/promises'
import { figureOf } from './figure'
import { startPeer } from './peer/start'
import { openWithProgram } from './program'
import { measured, type Suite, type SuiteContext } from './suite'

const ids = { picture: 'door.see', text: 'door.see-text' }
const phone = 0
const screens = 12
// Looks at one screen, after the first.
const more = 4
// A phone shows another picture within this time.
const changeMs = 250

/**
 * Times `see` of a live phone: at a screen whose text was read before, which leaves the picture, and at a new one, which is
 * read too.
 */
export const doorSeeSuite: Suite = {
  ids: Object.values(ids),
  async run(context: SuiteContext) {
    const { effort, note } = context
    const peer = await startPeer(await context.pictures(750), { phones: 1, walls: [1] })
    const publicId = peer.phones[phone] ?? ''
    const pictures: number[] = []
    const texts: number[] = []
    try {
      for (let repetition = 0; repetition < effort.repetitions; repetition += 1)
        await measured(
          () => openWithProgram(context, peer),
          effort,
          async ({ app, call }) => {
            await app.show(1)
            const seen = new Set<string>()
            /** @returns ms, and whether this screen was never seen before */
            const see = async () => {
              const begun = performance.now()
              const { content } = await call('see', { phone: publicId })
              const ms = performance.now() - begun
              const picture = content.find((each) => each.type === 'image')?.data ?? ''
              const isNew = !seen.has(picture)
              seen.add(picture)
              return { ms, isNew }
            }
            // The first one waits for the processes and for code.
            await see()
            for (let screen = 0; screen < Math.min(screens, effort.presses); screen += 1) {
              await peer.play({ moving: 1, fps: 10 })
              await delay(changeMs)
              await peer.play({ moving: 0 })
              await delay(changeMs)
              const first = await see()
              if (first.isNew) texts.push(first.ms)
              for (let look = 0; look < more; look += 1) pictures.push((await see()).ms)
            }
          },
        )
    } finally {
      await peer.close()
    }
    note(`see: ${pictures.length} looks at known screens, ${texts.length} at new ones`)
    return [figureOf(ids.picture, 'ms', pictures), figureOf(ids.text, 'ms', texts)]
  },
}
