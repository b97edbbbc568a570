import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { notedGuard } from '../../../src-main/core/door/noted-guard'
import { createProgramTurns, type ProgramTurns } from '../../../src-main/core/door/turns'
import { unlessStopped } from '../../../src-main/core/time/unless-stopped'
import type { Activity } from '../../../src-main/core/history/activity'
import type { GuardPhone } from '../../../src-main/core/flows/in-fleet/flow-phones'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const never = new AbortController().signal

describe('what a terminal’s command does on a phone that a person uses', () => {
  let clock: FakeClock
  let turns: ProgramTurns
  let guard: GuardPhone
  let noted: unknown[]
  let begun: number
  let isViewOnly: boolean

  beforeEach(() => {
    clock = createFakeClock()
    noted = []
    begun = 0
    isViewOnly = false
    turns = createProgramTurns({
      clock,
      isViewOnly: () => isViewOnly,
      isPressed: () => false,
      assertNoJob: () => Promise.resolve(),
    })
    const who = { name: 'fleetwall tap', mayInterrupt: false }
    const activity: Pick<Activity, 'program'> = { program: (call) => void noted.push(call) }
    guard = notedGuard({ turns, activity }, who, { by: 'fleetwall', tool: 'tap' }, never)
  })
  /** Goes out after 300 ms. */
  const send = async (stop: AbortSignal) => {
    begun += 1
    await unlessStopped(new Promise<void>((resolve) => void clock.after(300, resolve)), stop)
    return 'sent'
  }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100)
      await turn()
    }
  }

  it.each([
    ['is an input that waits for the person and begins again', true, 2],
    ['is begun once when it is no input', false, 1],
  ])('%s', async (_name, isInput, times) => {
    const sent = guard('p', never, send, isInput)
    await turn()
    turns.touched(['p'])
    await pass(10_400)
    await expect(sent).resolves.toBe('sent')
    expect(begun).toBe(times)
    expect(noted).toMatchObject([{ by: 'fleetwall', tool: 'tap', publicId: 'p', fault: null }])
  })

  it('is noted once it acts, also after it was refused, and a refusal as one', async () => {
    const refused = { by: 'fleetwall', tool: 'tap', publicId: 'p', hasActed: false }
    isViewOnly = true
    for (let times = 0; times < 2; times += 1)
      await expect(guard('p', never, send, true)).rejects.toThrow('view-only')
    expect(noted).toMatchObject([refused, refused])
    isViewOnly = false
    const sent = [guard('p', never, send, true), guard('p', never, send, true)]
    await turn()
    await pass(1000)
    await Promise.all(sent)
    expect(noted.slice(2)).toEqual([{ ...refused, hasActed: true, fault: null }])
  })
})
