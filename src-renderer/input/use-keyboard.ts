import { ref, type Ref } from 'vue'
import type { Platform } from '../../src-shared/bridge/platform'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import { keyIntent, type KeyStroke } from './key-intent'
import { typableText } from './pasted-text'
import { useListeners } from './use-listeners'
import { pastedFiles } from './use-paste'

/** What a keyboard does to a phone. */
export type Typed =
  | { kind: 'text'; text: string }
  | { kind: 'key'; key: string }
  | { kind: 'chord'; modifiers: string[]; key: string }

export interface KeyboardOptions {
  /** The text area that has the keyboard while the phone has it: input methods compose in it. */
  element: Ref<HTMLTextAreaElement | null>
  /** Null until the core has told it. */
  vocabulary: () => Vocabulary | null
  platform: Platform
  type: (typed: Typed) => void
  /** The clipboard's text, whole; empty where it holds none. */
  onPaste: (text: string) => void
  /** The phone has no word for a key that was pressed, by its name in KeyboardEvent.key. */
  onNoWord: (key: string) => void
  /** Shift+Esc. */
  onLetGo: () => void
}

export interface Keyboard {
  /** Whether what is typed goes to the phone. */
  held: Ref<boolean>
  /** Whether an input method is composing, and so has something to show. */
  composing: Ref<boolean>
}

/** Sends all that is typed into an element to its phone; only Shift+Esc stays here. */
export function useKeyboard(options: KeyboardOptions): Keyboard {
  const { element, type } = options
  const held = ref(false)
  const composing = ref(false)

  const takeText = () => {
    const area = element.value
    if (!area || area.value === '') return
    type({ kind: 'text', text: typableText(area.value) })
    area.value = ''
  }

  const stroke = (event: KeyboardEvent): KeyStroke => ({
    key: event.key,
    ctrlKey: event.ctrlKey,
    metaKey: event.metaKey,
    altKey: event.altKey,
    shiftKey: event.shiftKey,
    altGraph: event.getModifierState('AltGraph'),
    isComposing: event.isComposing,
  })

  const keydown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const vocabulary = options.vocabulary()
    if (!vocabulary) return
    const intent = keyIntent(stroke(event), vocabulary, options.platform)
    if (intent.kind === 'text' || intent.kind === 'paste' || intent.kind === 'ignore') return
    event.preventDefault()
    if (intent.kind === 'let-go') letGo()
    // One that is held is one.
    if (intent.kind === 'no-word' && !event.repeat) options.onNoWord(intent.key)
    if (intent.kind === 'key' || intent.kind === 'chord') type(intent)
  }

  /** What is still being composed was not typed. */
  const letGo = () => {
    if (element.value) element.value.value = ''
    options.onLetGo()
  }

  const input = (event: Event) => {
    if (!composing.value && !(event instanceof InputEvent && event.isComposing)) takeText()
  }

  const paste = (event: ClipboardEvent) => {
    // Those go on to the page.
    if (pastedFiles(event)) return
    event.preventDefault()
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
      if (element.value) element.value.value = ''
    },
  })

  return { held, composing }
}
