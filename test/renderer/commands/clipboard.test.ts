import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyFrom, isCopyChord, notePaste, pasteOn } from '../../../src-renderer/commands/clipboard'
import { useConnection } from '../../../src-renderer/stores/connection'
import { useCopies } from '../../../src-renderer/stores/copies'
import { useNotices } from '../../../src-renderer/stores/notices'
import { describeNotice } from '../../../src-renderer/text/describe/describe-notice'
import { textMark } from '../../../src-shared/bridge/text-mark'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { fakeBridge, fakeHost } from '../fake-host'

const words = { Meta: 'cmd', Control: 'ctrl', Alt: 'alt', Shift: 'shift' }

it.each([
  [['ctrl'], 'c', true],
  [['cmd'], 'x', true],
  [['ctrl'], 'v', false],
  [['alt'], 'c', false],
  [['ctrl', 'shift'], 'c', false],
  [[], 'c', false],
] as const)('a chord of %j and %s copies on the phone: %s', (modifiers, key, wanted) => {
  expect(isCopyChord(modifiers, key, words)).toBe(wanted)
})

describe('a copy on a phone that is slow to answer', () => {
  const copy = { type: 'press' as const, modifiers: ['cmd'], key: 'c' }
  const refusal: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }
  let answers: { give: (answer: object) => void; fail: (fault: Fault) => void }[]
  const bridge = fakeBridge({
    call: () =>
      new Promise((resolve, reject) => {
        const give = (answer: object) => resolve(answer as never)
        answers.push({ give, fail: (fault) => reject(new FaultError(fault)) })
      }),
  })

  const host = fakeHost({ bridge })
  /** A shell that can tell what is on the computer's clipboard. */
  const seeing = fakeHost({ bridge, clipboardMark: () => Promise.resolve(textMark(held)) })
  let held: string

  beforeEach(() => {
    setActivePinia(createPinia())
    answers = []
    held = 'of before'
    const clipboard = {
      writeText: (text: string) => {
        held = text
        return Promise.resolve()
      },
    }
    vi.stubGlobal('navigator', { clipboard })
  })
  afterEach(() => vi.unstubAllGlobals())
  /** A moment, in which the shell tells what is on the clipboard. */
  const shellTells = () => new Promise((resolve) => setImmediate(resolve))
  const told = () => useNotices().notices.map((notice) => describeNotice(notice, useConnection()).sentence)
  const kept = 'What the phone copied was not put on this computer’s clipboard: that holds something newer.'

  it('is waited for until its text is on the computer’s clipboard or cannot be had', async () => {
    const copies = useCopies()
    const asked = [copyFrom(host, 'a', copy), copyFrom(host, 'b', copy)]
    expect(copies.pending).toHaveLength(2)
    answers[0]?.give({ text: '' })
    await asked[0]
    expect(copies.pending).toHaveLength(1)
    answers[1]?.fail(refusal)
    await asked[1]
    expect(copies.pending).toEqual([])
  })

  it('comes to the computer’s clipboard, and is what is pasted meanwhile', async () => {
    const copied = copyFrom(seeing, 'a', copy)
    await shellTells()
    expect(notePaste('of before')).toBe('copied')
    expect(notePaste(''), 'no text is nothing newer').toBe('copied')
    answers[0]?.give({ text: 'of the phone' })
    await copied
    expect(held).toBe('of the phone')
    expect(notePaste('of the phone')).toBe('newest')
    expect(told()).toEqual([])
  })

  it('leaves what was copied on the computer since, which is told on the phone', async () => {
    const copied = copyFrom(seeing, 'a', copy)
    await shellTells()
    held = 'of the computer'
    answers[0]?.give({ text: 'of the phone' })
    await copied
    expect(held).toBe('of the computer')
    expect(told()).toEqual([kept])
    expect(useNotices().notices).toMatchObject([{ publicId: 'a' }])
  })

  it('is not what is pasted once something else was copied on the computer', async () => {
    const copied = copyFrom(seeing, 'a', copy)
    await shellTells()
    held = 'of the\r\ncomputer'
    expect(notePaste('of the\ncomputer')).toBe('shown')
    answers[0]?.give({ text: 'of the phone' })
    await copied
    expect(held).toBe('of the\r\ncomputer')
    expect(told()).toEqual([kept])
  })

  it('takes the place of what another phone has copied before', async () => {
    const both = [copyFrom(seeing, 'a', copy), copyFrom(seeing, 'b', copy)]
    await shellTells()
    answers[0]?.give({ text: 'of a' })
    await both[0]
    expect(held).toBe('of a')
    expect(notePaste('of a')).toBe('copied')
    answers[1]?.give({ text: 'of b' })
    await both[1]
    expect(held).toBe('of b')
    expect(told()).toEqual([])
  })

  it('leaves, where nobody can look at the clipboard, what a second paste shows to be newer than the first', async () => {
    const copied = copyFrom(host, 'a', copy)
    expect(notePaste('of before')).toBe('copied')
    expect(notePaste('of before')).toBe('copied')
    held = 'of the computer'
    expect(notePaste('of the computer')).toBe('shown')
    answers[0]?.give({ text: 'of the phone' })
    await copied
    expect(held).toBe('of the computer')
    expect(told()).toEqual([kept])
  })

  it('comes to the computer’s clipboard where the shell cannot tell what is there after all', async () => {
    const blind = fakeHost({ bridge, clipboardMark: () => Promise.reject(new Error('refused')) })
    const copied = copyFrom(blind, 'a', copy)
    answers[0]?.give({ text: 'of the phone' })
    await copied
    expect([held, told()]).toEqual(['of the phone', []])
  })

  it('is compared with what the shell tells of before, also where that comes late', async () => {
    let tell: (mark: number) => void = () => undefined
    const marks = [new Promise<number>((resolve) => (tell = resolve)), Promise.resolve(textMark(held))]
    const slow = fakeHost({ bridge, clipboardMark: () => marks.shift() ?? Promise.resolve(0) })
    const copied = copyFrom(slow, 'a', copy)
    answers[0]?.give({ text: 'of the phone' })
    await shellTells()
    tell(textMark('of before'))
    await copied
    expect([held, told()]).toEqual(['of the phone', []])
  })

  it('is told where what is pasted on another phone cannot be had', async () => {
    const pasted = pasteOn(bridge, 'b', { text: 'old', of: 'copied', behind: '' })
    answers[0]?.fail({ kind: 'copy-missing', name: 'Phone a' })
    await pasted
    expect(useNotices().notices).toMatchObject([
      { publicId: 'b', fault: { kind: 'copy-missing' }, action: { type: 'clipboard_set', text: 'old' } },
    ])
  })

  it('says what was not done: the copy, or the fetching of it alone', async () => {
    const asked = [copyFrom(host, 'a', copy), copyFrom(host, 'a', copy)]
    answers[0]?.fail(refusal)
    answers[1]?.give({ fault: refusal })
    await Promise.all(asked)
    expect(useNotices().notices.map((notice) => 'action' in notice && notice.action)).toEqual([
      copy,
      { type: 'clipboard_get' },
    ])
  })
})
