import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { copies, copyFrom, pasteOn } from '../../../src-renderer/commands/clipboard'
import { useActing } from '../../../src-renderer/stores/acting'
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

  it('is waited for until its text is on the computer’s clipboard or cannot be had', async () => {
    const acting = useActing()
    const copies = [copyFrom(bridge, 'a', copy), copyFrom(bridge, 'b', copy)]
    expect(acting.copying).toBe(2)
    answers[0]?.give({ text: '' })
    await copies[0]
    expect(acting.copying).toBe(1)
    answers[1]?.fail(refusal)
    await copies[1]
    expect(acting.copying).toBe(0)
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
