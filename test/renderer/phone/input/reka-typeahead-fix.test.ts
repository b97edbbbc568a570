import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixRekaTypeahead } from '../../../../src-renderer/phone/input/reka-typeahead-fix'

/** What of a key event the menu's search and its entries look at; each at a time of its own, in ms. */
class FakeKey extends Event {
  readonly key: string
  readonly code: string
  constructor(type: string, { key, code = '' }: { key: string; code?: string }) {
    super(type, { cancelable: true })
    this.key = key
    this.code = code
  }
}

let menu: EventTarget
let heard: string[]

const typedSpaces = fixRekaTypeahead() as (event: Event) => void

beforeEach(() => {
  vi.stubGlobal('KeyboardEvent', FakeKey)
  menu = new EventTarget()
  heard = []
  menu.addEventListener('keydown', typedSpaces, { capture: true })
  menu.addEventListener('keydown', (event) =>
    heard.push(`${(event as FakeKey).key}|${(event as FakeKey).code}`),
  )
})
afterEach(() => void vi.unstubAllGlobals())

const press = (key: string, code: string, atMs: number, held: object = {}) => {
  const event = Object.assign(new FakeKey('keydown', { key, code }), held)
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  // The menu captures the event first; an entry gets it only if the menu lets it pass.
  const passed = vi.spyOn(event, 'stopPropagation')
  menu.dispatchEvent(event)
  return passed.mock.calls.length === 0 && !event.defaultPrevented
}

describe('a space typed in a menu', () => {
  it('joins the search in the middle of typing', () => {
    expect(press('a', 'KeyA', 5000)).toBe(true)
    expect(press(' ', 'Space', 5900)).toBe(false)
    expect(heard).toContain(' |')
    expect(press(' ', 'Space', 6800), 'a second one is in the middle too').toBe(false)
  })

  it('runs the entry when nothing was typed lately', () => {
    expect(press(' ', 'Space', 5000)).toBe(true)
    press('a', 'KeyA', 6000)
    expect(press(' ', 'Space', 7000)).toBe(true)
    expect(heard).not.toContain(' |')
  })

  it('runs the entry after chords and keys without a character', () => {
    press('a', 'KeyA', 5000, { ctrlKey: true })
    press('ArrowDown', 'ArrowDown', 5000)
    expect(press(' ', 'Space', 5100)).toBe(true)
  })
})
