import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyFrom, isCopyChord, pendingCopyOn } from '../../../src-renderer/commands/clipboard'
import { useCopies } from '../../../src-renderer/commands/copies'
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
] as const)('takes the chord %j %s for a copy: %s', (modifiers, key, wanted) => {
  expect(isCopyChord(modifiers, key, words)).toBe(wanted)
})

describe('copyFrom', () => {
  const chord = { type: 'press' as const, modifiers: ['cmd'], key: 'c' }
  const refusal: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }
  let answers: { give: (answer: object) => void; fail: (fault: Fault) => void }[]
  let computer: string
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
    computer = 'before'
    const writeText = (text: string) => {
      computer = text
      return Promise.resolve()
    }
    vi.stubGlobal('navigator', { clipboard: { writeText } })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('puts the text on the computer’s clipboard, and shows the copy as pending before', async () => {
    const copied = copyFrom(bridge, 'a', chord)
    expect(pendingCopyOn('a')?.chord).toEqual(chord)
    expect(pendingCopyOn('b')).toBeUndefined()
    answers[0]?.give({ text: 'of the phone' })
    await copied
    expect(computer).toBe('of the phone')
    expect(useCopies().pending).toEqual([])
  })

  it.each([
    ['the phone refuses the chord', () => answers[0]?.fail(refusal), chord],
    ['the clipboard cannot be read', () => answers[0]?.give({ fault: refusal }), { type: 'clipboard_get' }],
  ])('keeps the computer’s clipboard and shows the fault when %s', async (_, answer, action) => {
    const copied = copyFrom(bridge, 'a', chord)
    answer()
    await copied
    expect(computer).toBe('before')
    expect(useCopies().pending).toEqual([])
    expect(useNotices().notices).toMatchObject([{ publicId: 'a', fault: refusal, action }])
  })

  it('keeps the computer’s clipboard when the phone’s is empty', async () => {
    const copied = copyFrom(bridge, 'a', chord)
    answers[0]?.give({ text: '' })
    await copied
    expect(computer).toBe('before')
  })

  it('does not replace the text of a later copy by that of a slower one', async () => {
    const both = [copyFrom(bridge, 'a', chord), copyFrom(bridge, 'b', chord)]
    answers[1]?.give({ text: 'later' })
    await both[1]
    expect(pendingCopyOn('a')).toBeUndefined()
    answers[0]?.give({ text: 'slow' })
    await Promise.all(both)
    expect(computer).toBe('later')
  })
})
