import { picturesReading } from '../../pictures/pictures-here'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RecognizedLine } from '../../../../src-main/core/pictures/looks'
import { Screen } from '../../../../src-main/core/screens/screen'
import { Eyes } from '../../../../src-main/core/flows/on-phone/eyes'
import { scrollUntilVisible } from '../../../../src-main/core/flows/commands/moves'
import type { StepContext } from '../../../../src-main/core/flows/commands/step-context'
import { createFakeClock } from '../../time/fake-clock'
import { step } from '../reading/read'

const size = { width: 100, height: 200 }
const box = { left: 10, top: 90, width: 40, height: 20 }

describe('scrollUntilVisible', () => {
  /**
   * Scrolls to `Wanted`, which shows after these numbers of swipes; an app that opens shows `ms` later.
   * @param afterReading what the screen shows when it was read so often
   * @returns the swipes’ times
   */
  const scroll = async (
    wantedAfter: readonly number[],
    ms: number,
    speed: number,
    afterReading: (reads: number) => Partial<typeof box> & { text?: string } = () => ({}),
  ) => {
    const clock = createFakeClock()
    const screen = new Screen(clock)
    const swipes: number[] = []
    let reads = 0
    const show = (line: object = {}) => {
      const text = wantedAfter.includes(swipes.length) ? 'Wanted' : `${swipes.length} swipes`
      screen.push({ jpeg: Buffer.from(JSON.stringify({ ...box, text, words: [], ...line })), size })
    }
    const read = (jpeg: Buffer) => {
      const line = afterReading((reads += 1))
      if (Object.keys(line).length > 0) show(line)
      return Promise.resolve([JSON.parse(jpeg.toString()) as RecognizedLine])
    }
    const act = ({ duration_ms: lasts }: { duration_ms: number }) => {
      swipes.push(lasts)
      screen.touch()
      show()
      return Promise.resolve()
    }
    const names = { env: {}, output: new Map(), fleetwall: {} }
    const eyes = new Eyes({
      clock,
      screen,
      pictures: picturesReading(read).of('dev_1'),
      stop: new AbortController().signal,
    })
    const context = { clock, eyes, names, hands: { act } } as unknown as StepContext
    show({ text: 'Loading' })
    clock.after(ms, show)
    const wanted = step('scrollUntilVisible', `- scrollUntilVisible: { element: Wanted, speed: ${speed} }\n`)
    let isDone = false
    const done = scrollUntilVisible.run(wanted, context).finally(() => (isDone = true))
    while (!isDone) {
      await setImmediate()
      clock.runNext()
    }
    await done
    return swipes
  }

  it('waits until the screen is still before it looks first', async () => {
    expect(await scroll([0], 300, 40)).toEqual([])
  })

  it('goes on when what it found was moving, and has left the screen', async () => {
    const moving = (reads: number) => {
      if (reads === 2) return { top: 60 }
      return reads === 3 ? { text: 'Further down' } : {}
    }
    expect(await scroll([1, 3], 0, 40)).toHaveLength(1)
    expect(await scroll([1, 3], 0, 40, moving)).toHaveLength(3)
  })

  it('never swipes so fast that a list runs on farther than a screen', async () => {
    // A list runs on for at most 500 ms at the finger's speed; the finger itself goes half a screen.
    for (const ms of await scroll([2], 0, 100)) expect(0.5 + (0.5 / ms) * 500).toBeLessThanOrEqual(1)
  })
})
