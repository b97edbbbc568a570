// @vitest-environment happy-dom
import { effectScope, nextTick, ref, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuseMiddlePaste } from '../../../../src-renderer/phone/input/middle-paste'
import { useKeyboard, type Typed } from '../../../../src-renderer/phone/input/use-keyboard'

describe('the keyboard of a phone', () => {
  let scope: EffectScope
  let area: HTMLTextAreaElement
  let typed: Typed[]
  let pasted: string[]
  beforeEach(async () => {
    document.body.innerHTML = '<main></main><input>'
    area = document.body.appendChild(document.createElement('textarea'))
    area.dataset['keyboard'] = 'a'
    typed = []
    pasted = []
    scope = effectScope()
    scope.run(() =>
      useKeyboard({
        element: ref(area),
        vocabulary: () => null,
        platform: 'linux',
        type: (each) => typed.push(each),
        onPaste: (text) => pasted.push(text),
        onNoWord: () => undefined,
        onLetGo: () => undefined,
      }),
    )
    await nextTick()
    area.focus()
  })
  afterEach(() => scope.stop())

  const input = (inputType: string, value: string) => {
    area.value = value
    area.dispatchEvent(new InputEvent('input', { inputType, data: value, bubbles: true }))
  }
  const paste = (text: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }
  const middleUp = (on: Element | null) => {
    const event = new MouseEvent('mouseup', { button: 1, bubbles: true, cancelable: true })
    on?.dispatchEvent(event)
    return event.defaultPrevented
  }

  it.each(['insertText', 'insertLineBreak', 'insertCompositionText'])('types what comes by %s', (kind) => {
    input(kind, 'é')
    expect(typed).toEqual([{ kind: 'text', text: 'é' }])
    expect(area.value).toBe('')
  })

  it.each([
    'insertFromDrop',
    'insertReplacementText',
    'insertFromPaste',
    'insertFromYank',
    'historyUndo',
    '',
  ])('types nothing that comes by “%s”, then or later', (kind) => {
    input(kind, 'secret')
    input('insertText', `${area.value}a`)
    expect(typed).toEqual([{ kind: 'text', text: 'a' }])
  })

  describe('under a middle click', () => {
    refuseMiddlePaste()

    it('pastes nothing, wherever the click is', async () => {
      expect(['main', 'input', 'textarea'].map((on) => middleUp(document.querySelector(on)))).toEqual([
        true,
        true,
        true,
      ])
      paste('secret')
      expect(pasted).toEqual([])
      await new Promise((resolve) => setTimeout(resolve))
      paste('wanted')
      expect(pasted).toEqual(['wanted'])
    })

    it('leaves the click to a field of the app that has the focus', () => {
      document.querySelector('input')?.focus()
      expect(middleUp(document.querySelector('input'))).toBe(false)
    })
  })
})
