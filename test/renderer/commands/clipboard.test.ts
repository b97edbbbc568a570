import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { copies, copyFrom, pasteOfCopy, pasteOn } from '../../../src-renderer/commands/clipboard'
import { useNotices } from '../../../src-renderer/stores/notices'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { fakeBridge } from '../fake-host'

const words = { Meta: 'cmd', Control: 'ctrl', Alt: 'alt', Shift: 'shift' }

it.each([
  [['ctrl'], 'c', true],
  [['cmd'], 'x', true],
  [['ctrl'], 'v', false],
  [['alt'], 'c', false],
  [['ctrl', 'shift'], 'c', false],
  [[], 'c', false],
] as const)('a chord of %j and %s copies on the phone: %s', (modifiers, key, wanted) => {
  expect(copies(modifiers, key, words)).toBe(wanted)
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

  beforeEach(() => {
    setActivePinia(createPinia())
    answers = []
  })

  it('is what the phone itself pastes, until its text is on the computer’s clipboard or cannot be had', async () => {
    expect(pasteOfCopy('a')).toBeNull()
    for (const end of [() => answers[0]?.give({ text: '' }), () => answers[0]?.fail(refusal)]) {
      answers = []
      const copied = copyFrom(bridge, 'a', copy)
      expect(pasteOfCopy('a')).toEqual({ type: 'press', modifiers: ['cmd'], key: 'v' })
      expect(pasteOfCopy('b')).toBeNull()
      end()
      await copied
      expect(pasteOfCopy('a')).toBeNull()
    }
  })

  it('is the last of several', async () => {
    const copies = [copyFrom(bridge, 'a', copy), copyFrom(bridge, 'a', { ...copy, modifiers: ['ctrl'] })]
    answers[0]?.give({ text: '' })
    await copies[0]
    expect(pasteOfCopy('a')?.modifiers).toEqual(['ctrl'])
    answers[1]?.give({ text: '' })
    await copies[1]
    expect(pasteOfCopy('a')).toBeNull()
  })

  it('is told where what is pasted on another phone cannot be had', async () => {
    const pasted = pasteOn(bridge, 'b', 'old', 'copied')
    answers[0]?.fail({ kind: 'copy-missing', name: 'Phone a' })
    await pasted
    expect(useNotices().notices).toMatchObject([
      { publicId: 'b', fault: { kind: 'copy-missing' }, action: { type: 'clipboard_set', text: 'old' } },
    ])
  })

  it('says what was not done: the copy, or the fetching of it alone', async () => {
    const copies = [copyFrom(bridge, 'a', copy), copyFrom(bridge, 'a', copy)]
    answers[0]?.fail(refusal)
    answers[1]?.give({ fault: refusal })
    await Promise.all(copies)
    expect(useNotices().notices.map((notice) => 'action' in notice && notice.action)).toEqual([
      copy,
      { type: 'clipboard_get' },
    ])
  })
})
