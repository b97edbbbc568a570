import { ref, type Ref } from 'vue'
import type { Platform } from '../../../src-shared/bridge/platform'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { keyIntent, type KeyStroke } from './key-intent'
import { pressedKey } from '../../rules/latin-key'
import { isMiddlePaste } from './middle-paste'
import { isComposing } from './own-composition'
import { typableText } from './pasted-text'
import { useListeners } from './use-listeners'
import { pastedFiles } from './use-paste'

/** Input that a keyboard makes for a phone. */
export type Typed =
  | { kind: 'text'; text: string }
  | { kind: 'key'; key: string }
  | { kind: 'chord'; modifiers: string[]; key: string }

export interface KeyboardOptions {
  /** The text area that has the focus while the person types on the phone; input methods compose in it. */
  element: Ref<HTMLTextAreaElement | null>
  /** Null until the core has sent it. */
  vocabulary: () => Vocabulary | null
  platform: Platform
  type: (typed: Typed) => void
  /** Called with the clipboard's text; empty if it holds none. */
  onPaste: (text: string) => void
  /** Called with a key that the service has no word for, by its KeyboardEvent.key. */
  onNoWord: (key: string) => void
  /** Called on Shift+Esc. */
  onLetGo: () => void
}

export interface Keyboard {
  /** Whether the person types on the phone. */
  held: Ref<boolean>
  /** Whether an input method is composing, and so needs to be seen. */
  composing: Ref<boolean>
}

/** The kinds of input that a person types (Input Events 2); a drop, an undo or a replacement is none. */
const typedInput = new Set([
  'insertText',
  'insertLineBreak',
  'insertParagraph',
  'insertCompositionText',
  'insertFromComposition',
  'deleteCompositionText',
  'deleteByComposition',
])

/** Sends the keys of a text area to its phone, all but Shift+Esc. */
export function useKeyboard(options: KeyboardOptions): Keyboard {
  const { element, type } = options
  const held = ref(false)
  const composing = ref(false)

  const clear = () => {
    if (element.value) element.value.value = ''
  }

  const takeText = () => {
    const text = element.value?.value ?? ''
    if (text === '') return
    type({ kind: 'text', text: typableText(text) })
    clear()
  }

  const stroke = (event: KeyboardEvent): KeyStroke => ({
    ...pressedKey(event),
    isComposing: isComposing(event),
  })

  const keydown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const vocabulary = options.vocabulary()
    if (!vocabulary) return
    const intent = keyIntent(stroke(event), vocabulary, options.platform)
    if (intent.kind === 'text' || intent.kind === 'paste' || intent.kind === 'ignore') return
    event.preventDefault()
    if (intent.kind === 'let-go') letGo()
    // A key that repeats is reported once.
    if (intent.kind === 'no-word' && !event.repeat) options.onNoWord(intent.key)
    if (intent.kind === 'key' || intent.kind === 'chord') type(intent)
  }

  /** Discards an unfinished composition. */
  const letGo = () => {
    clear()
    options.onLetGo()
  }

  const input = (event: Event) => {
    if (!(event instanceof InputEvent && typedInput.has(event.inputType))) clear()
    else if (!composing.value && !event.isComposing) takeText()
  }

  const paste = (event: ClipboardEvent) => {
    // Files are for the page.
    if (pastedFiles(event)) return
    event.preventDefault()
    if (isMiddlePaste()) return
    options.onPaste(typableText(event.clipboardData?.getData('text/plain') ?? ''))
  }

  useListeners(element, {
    keydown,
    keyup: (event) => event.stopPropagation(),
    input,
    compositionstart: () => (composing.value = true),
    compositionend() {
      composing.value = false
      takeText()
    },
    paste,
    focus: () => (held.value = true),
    blur() {
      held.value = false
      composing.value = false
      clear()
    },
  })

  return { held, composing }
}
