import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { PasteOf } from '../../../src-shared/bridge/paste'
import type { Action, Press } from '../../../src-shared/protocol/action'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { Act } from '../../../src-main/core/input/act-on-phone'
import {
  createClipboards,
  type ClipboardHand,
  type Clipboards,
} from '../../../src-main/core/input/clipboards'
import {
  createInputQueues,
  type InputQueues,
  type InputQueuesOptions,
} from '../../../src-main/core/input/input-queue'
import { createFakeClock, type FakeClock } from '../base/fake-clock'
import { faultOfCall } from '../service/fault-of-call'

const timeout: Fault = { kind: 'network', reason: 'timeout', host: 'localhost' }
const missing: Fault = { kind: 'copy-missing', name: 'Phone a' }
const copy: Press = { type: 'press', modifiers: ['ctrl'], key: 'c' }
const chord: Press = { type: 'press', modifiers: ['ctrl'], key: 'v' }
const home: Action = { type: 'press', name: 'home' }
const set = (text: string): Action => ({ type: 'clipboard_set', text })
const fetch: Action = { type: 'clipboard_get' }
const text: Gesture = { kind: 'text', text: 'a' }
const refusal: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }

const settled = () => new Promise((resolve) => setImmediate(resolve))
const linesWith = (how: Pick<InputQueuesOptions, 'clock' | 'pass' | 'act'>) => {
  const nobody = () => undefined
  return createInputQueues({ open: () => null, onUnderWay: nobody, onMissed: nobody, ...how })
}

describe('a copy on a phone', () => {
  let lines: InputQueues
  let done: unknown[]
  let refused: Action | null
  let answer: () => void
  let clipboards: Clipboards
  let clock: FakeClock

  beforeEach(() => {
    done = []
    refused = null
    const act: Act = async (_publicId, action) => {
      done.push(action)
      if (action === copy) await new Promise<void>((resolve) => (answer = resolve))
      if (action.type === refused?.type) throw new FaultError(refusal)
      return { result: action.type === 'clipboard_get' ? { clipboard: 'copied' } : {} }
    }
    const pass = (_publicId: string, gesture: Gesture) => done.push(gesture)
    clock = createFakeClock()
    lines = linesWith({ clock, pass, act })
    clipboards = createClipboards({ clock, lines, act, nameOf: (publicId) => publicId })
  })
  const copyIt = () => clipboards.copy(lines, 'a', copy)

  it('is fetched before anything that was done while it was slow', async () => {
    const copied = copyIt()
    // What is fetched is part of it.
    expect(lines.waitingPhones).toBe(0)
    const pasted = lines.act('a', chord)
    lines.gesture('a', text)
    answer()
    expect(await copied).toEqual({ text: 'copied' })
    await pasted
    await settled()
    expect(done).toEqual([copy, fetch, chord, text])
  })

  it('is not fetched where it was refused, and what was done behind it goes on', async () => {
    refused = copy
    const copied = faultOfCall(copyIt())
    lines.gesture('a', text)
    answer()
    expect(await copied).toEqual(refusal)
    await settled()
    expect(done).toEqual([copy, text])
  })

  it('is copied all the same where it cannot be fetched', async () => {
    refused = fetch
    const copied = copyIt()
    answer()
    expect(await copied).toEqual({ fault: refusal })
  })

  it('is not fetched once it is given up', async () => {
    const copied = copyIt()
    lines.giveUp('a')
    answer()
    expect(await copied).toEqual({ fault: { kind: 'given-up' } })
    expect(done).toEqual([copy])
  })
})

describe('what is pasted on a phone', () => {
  let done: [string, unknown][]
  let lines: InputQueues
  let clipboards: Clipboards
  let clock: FakeClock
  let hand: ClipboardHand
  /** What happens while an action is under way. */
  let during: (action: Action) => void
  let refused: Action | null
  /** Answers what phone a is asked for. */
  let fetched: (text: string | Fault) => void

  beforeEach(() => {
    done = []
    during = () => undefined
    refused = null
    const act = async (publicId: string, action: Action) => {
      done.push([publicId, action])
      during(action)
      if (action === refused) throw new FaultError(refusal)
      if (action.type !== 'clipboard_get') return { result: {} }
      const clipboard = await new Promise<string | Fault>((resolve) => (fetched = resolve))
      if (typeof clipboard !== 'string') throw new FaultError(clipboard)
      return { result: { clipboard } }
    }
    const pass = (publicId: string, gesture: unknown) => void done.push([publicId, gesture])
    clock = createFakeClock()
    lines = linesWith({ clock, pass, act })
    clipboards = createClipboards({ clock, lines, act, nameOf: (publicId) => `Phone ${publicId}` })
    hand = lines
  })
  /** A copy on phone a that has been asked for, but not told yet. */
  const beginCopy = async () => {
    const copied = clipboards.copy(hand, 'a', copy)
    await settled()
    return { copied }
  }
  const paste = (publicId: string, of: PasteOf = 'newest', behind = '') =>
    clipboards.paste(hand, publicId, { text: 'old', of, behind })
  const doneOn = (publicId: string) => done.filter(([on]) => on === publicId).map(([, what]) => what)

  it('is what another is still asked for, before anything that is done there behind it', async () => {
    await beginCopy()
    const pasted = paste('b')
    const behind = lines.act('b', home)
    await settled()
    expect(doneOn('b')).toEqual([])
    fetched('new')
    await Promise.all([pasted, behind])
    expect(doneOn('b')).toEqual([set('new'), chord, home])
  })

  it('is what the computer has where nothing is being copied', async () => {
    await paste('b')
    const { copied } = await beginCopy()
    fetched('new')
    await copied
    await paste('c')
    for (const each of ['b', 'c']) expect(doneOn(each)).toEqual([set('old'), { kind: 'text', text: 'old' }])
  })

  it.each([
    ['was not had', timeout],
    ['held no text', ''],
  ])(
    'is nothing, once, where the copy that is meant %s: not what the computer had before',
    async (_, answer) => {
      const old = [set('old'), { kind: 'text', text: 'old' }]
      const toldCopy = async () => {
        const { copied } = await beginCopy()
        fetched(answer)
        await copied
      }
      await beginCopy()
      const waiting = faultOfCall(paste('b'))
      fetched(answer)
      expect(await waiting).toEqual(missing)
      await paste('b')
      expect(doneOn('b')).toEqual(old)
      await toldCopy()
      clock.advance(5000)
      expect(await faultOfCall(paste('c'))).toEqual(missing)
      expect(doneOn('c')).toEqual([])
      await paste('c')
      expect(doneOn('c')).toEqual(old)
      await toldCopy()
      clock.advance(5001)
      await paste('d')
      expect(doneOn('d')).toEqual(old)
    },
  )

  it('is what a phone was told, where the computer’s clipboard does not hold it yet', async () => {
    const { copied } = await beginCopy()
    fetched('new')
    await copied
    await paste('b', 'copied')
    expect(doneOn('b')).toEqual([set('new'), chord])
    // What another phone was given meanwhile changes nothing.
    await paste('c')
    await paste('d', 'copied')
    expect(doneOn('d')).toEqual([set('new'), chord])
  })

  it('is nothing on the phone that was told to copy, where it refused that: it has what it had before', async () => {
    refused = copy
    const copied = faultOfCall(clipboards.copy(hand, 'a', copy))
    expect(await faultOfCall(paste('a'))).toEqual(missing)
    expect(await copied).toEqual(refusal)
    expect(doneOn('a')).toEqual([copy])
  })

  it('is its own copy on the phone that was told to copy, also where it could not be fetched', async () => {
    const { copied } = await beginCopy()
    fetched(timeout)
    await copied
    await paste('a')
    expect(doneOn('a')).toEqual([copy, fetch, chord])
  })

  it('is what the person was shown, whatever is being copied', async () => {
    await beginCopy()
    await paste('b', 'shown')
    expect(doneOn('b')).toEqual([set('old'), { kind: 'text', text: 'old' }])
  })

  it('is one text with what was typed behind it while it was shown', async () => {
    await paste('b', 'shown', '!')
    expect(doneOn('b')).toEqual([set('old'), { kind: 'text', text: 'old!' }])
  })

  it('is its own copy on the phone that was told to copy: it has it already', async () => {
    await beginCopy()
    expect(lines.waitingPhones).toBe(0)
    const pasted = paste('a')
    expect(lines.waitingPhones).toBe(1)
    fetched('new')
    await pasted
    expect(doneOn('a')).toEqual([copy, fetch, chord])
  })

  it('is one phone’s copy on all that mirror it, however soon it is pasted', async () => {
    await beginCopy()
    hand = {
      ...lines,
      act(publicId, action, how) {
        void lines.act('b', action, { ...how, mirrored: true })
        return lines.act(publicId, action, how)
      },
    }
    const pasted = paste('a')
    fetched('new')
    await pasted
    expect(doneOn('a').at(-1)).toEqual(chord)
    expect(doneOn('a')).not.toContainEqual(set('new'))
    expect(doneOn('b')).toEqual([set('new'), chord])
  })

  it('is not what was copied before: a slow answer does not take the place of a later copy’s text', async () => {
    const { copied: first } = await beginCopy()
    const tellFirst = fetched
    const second = clipboards.copy(hand, 'c', copy)
    await settled()
    fetched('second')
    // Nobody waits for the first any more, which may never be told.
    expect(await Promise.all([first, second])).toEqual([{ text: '' }, { text: 'second' }])
    tellFirst('first')
    await paste('b')
    expect(doneOn('b')).toEqual([set('old'), { kind: 'text', text: 'old' }])
  })

  it.each([
    ['cannot be had', timeout, { fault: timeout }],
    ['holds no text', '', { text: '' }],
  ])('is what was copied before where the later copy %s', async (_, answer, told) => {
    const { copied: first } = await beginCopy()
    const tellFirst = fetched
    const second = clipboards.copy(hand, 'c', copy)
    await settled()
    fetched(answer)
    expect(await second).toEqual(told)
    const pasted = paste('b')
    tellFirst('first')
    expect(await first).toEqual({ text: 'first' })
    await pasted
    expect(doneOn('b')).toEqual([set('first'), chord])
  })

  it('is what it waits for, also where a later copy is told before', async () => {
    await beginCopy()
    const tellFirst = fetched
    const pasted = paste('b')
    const second = clipboards.copy(hand, 'c', copy)
    await settled()
    fetched('second')
    await second
    tellFirst('first')
    await pasted
    expect(doneOn('b')).toEqual([set('first'), chord])
  })

  it('is nothing where the copy cannot be had, and what is done behind it goes on', async () => {
    await beginCopy()
    const fault = faultOfCall(paste('b'))
    const behind = lines.act('b', home)
    fetched(timeout)
    expect(await fault).toEqual(missing)
    await behind
    expect(doneOn('b')).toEqual([home])
  })

  it('waits until it is given up, or the fleet closed', async () => {
    await beginCopy()
    const [onB, onC] = [faultOfCall(paste('b')), faultOfCall(paste('c'))]
    await settled()
    lines.giveUp('b')
    expect(await onB).toEqual({ kind: 'given-up' })
    lines.close()
    expect(await onC).toEqual({ kind: 'given-up' })
    expect([...doneOn('b'), ...doneOn('c')]).toEqual([])
  })

  it('is not pasted any more where it is given up while it is put on the clipboard', async () => {
    await beginCopy()
    during = ({ type }) => type === 'clipboard_set' && lines.giveUp('b')
    const pasted = faultOfCall(paste('b'))
    fetched('new')
    expect(await pasted).toEqual({ kind: 'given-up' })
    expect(doneOn('b')).toEqual([set('new')])
  })

  it('waits no longer than the copy, which may be given up while it is fetched', async () => {
    const { copied } = await beginCopy()
    const pasted = faultOfCall(paste('b'))
    await settled()
    lines.giveUp('a')
    expect([await copied, await pasted]).toEqual([{ fault: { kind: 'given-up' } }, missing])
  })

  it('waits no longer than the copy, which may be given up before it is fetched', async () => {
    const busy = lines.act('a', fetch)
    const copied = faultOfCall(clipboards.copy(hand, 'a', copy))
    const pasted = faultOfCall(paste('b'))
    lines.giveUp('a')
    expect([await copied, await pasted]).toEqual([{ kind: 'given-up' }, missing])
    fetched('')
    await busy
  })
})
