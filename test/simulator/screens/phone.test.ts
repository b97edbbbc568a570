import { beforeEach, describe, expect, it } from 'vitest'
import { appTargets, needsUsername } from '../../../src-shared/protocol/app-target'
import { PhoneInHand, pixelsOf } from './phone-in-hand'

const NOTES_ICON: [number, number] = [54, 290]
const AIRPLANE_SWITCH: [number, number] = [330, 256]

describe('a phone', () => {
  let tester: PhoneInHand
  beforeEach(() => {
    tester = new PhoneInHand()
    tester.settle()
  })

  it('draws nothing while it rests, and only the status bar each minute', () => {
    expect(tester.change()).toBeNull()
    tester.wait(20_000)
    expect(tester.change()).toBeNull()
    tester.wait(40_000)
    expect(tester.change()).toEqual({ x: 0, y: 0, w: 375, h: 44 })
  })

  it('opens an app on a tap and goes home on a swipe from the bottom', () => {
    const home = tester.frame()
    tester.tap(...NOTES_ICON)
    const frames = tester.settle()
    expect(frames).toBeGreaterThan(3)
    expect(frames).toBeLessThan(12)
    tester.tap(180, 220)
    tester.settle()
    tester.tap(180, 220)
    expect(tester.type('x')).toEqual([])
    expect(tester.fieldText()).toContain('x')
    tester.swipe([187, 660], [187, 400])
    tester.settle()
    expect(tester.fieldText()).toBe('')
    expect(tester.frame()).toEqual(home)
  })

  it('scrolls Settings with the finger and with momentum', () => {
    tester.open('sys_settings')
    tester.swipe([180, 500], [180, 300], 100)
    const frames = tester.settle()
    expect(frames).toBeGreaterThan(10)
    expect(tester.change()).toBeNull()
  })

  it('toggles a switch and draws only its row while the knob slides', () => {
    tester.open('sys_settings')
    tester.tap(...AIRPLANE_SWITCH)
    expect(tester.phone.airplane).toBe(true)
    tester.settle()
    tester.phone.carryOut({ do: 'airplane', on: false })
    tester.change()
    tester.wait(50)
    expect(tester.change()).toMatchObject({ y: 232, h: 48 })
    tester.settle()
    tester.tap(...AIRPLANE_SWITCH)
    expect(tester.phone.airplane).toBe(true)
  })

  it('does not toggle a switch that a scrolling finger passes', () => {
    tester.open('sys_settings')
    tester.swipe(AIRPLANE_SWITCH, [330, 150])
    expect(tester.phone.airplane).toBe(false)
  })

  it('writes a note: typing, Enter, Backspace, Delete, arrows, Home and End', () => {
    tester.open('sys_notes')
    tester.tap(350, 66)
    tester.settle()
    expect(tester.type('helo')).toEqual([])
    tester.key('left')
    tester.type('l')
    tester.key('end')
    tester.key('enter')
    tester.type('world!?')
    tester.key('backspace')
    tester.key('home')
    tester.key('delete')
    tester.key('up')
    tester.key('home')
    tester.type('> ')
    expect(tester.fieldText()).toBe('> hello\norld!')
  })

  it('selects the word under a long press', () => {
    tester.open('sys_notes')
    tester.tap(350, 66)
    tester.settle()
    tester.type('word')
    tester.finger(40, 142, true)
    tester.wait(600)
    tester.finger(40, 142, false)
    tester.type('x')
    expect(tester.fieldText()).toBe('x')
  })

  it('types with the keys of its on-screen keyboard', () => {
    tester.open('sys_notes')
    tester.tap(350, 66)
    tester.settle()
    const rowTop = 667 - 242
    tester.tap(18, rowTop + 30)
    tester.tap(130, rowTop + 30)
    tester.tap(350, rowTop + 134)
    tester.tap(187, rowTop + 186)
    tester.tap(356, rowTop + 30)
    expect(tester.fieldText()).toBe('q p')
  })

  it('returns the characters that it cannot type, and drops text without a field', () => {
    tester.open('sys_notes')
    expect(tester.type('nothing 😀')).toEqual(['😀'])
    tester.tap(350, 66)
    tester.settle()
    expect(tester.type('a\u0001b😀c漢')).toEqual(['\u0001', '😀', '漢'])
    expect(tester.fieldText()).toBe('abc')
  })

  it('accepts only the keys, presets and chords of the vocabulary', () => {
    expect(tester.key('page_down')).toBe(true)
    expect(tester.key('warp')).toBe(false)
    expect(tester.phone.carryOut({ do: 'preset', name: 'home' })).toBe(true)
    expect(tester.phone.carryOut({ do: 'preset', name: 'explode' })).toBe(false)
    expect(tester.phone.carryOut({ do: 'chord', modifiers: ['hyper'], key: 'a' })).toBe(false)
  })

  it('locks, and a tap unlocks it on the same screen', () => {
    tester.open('sys_settings')
    const before = tester.frame()
    tester.phone.carryOut({ do: 'preset', name: 'lock' })
    tester.settle()
    tester.tap(...AIRPLANE_SWITCH)
    tester.settle()
    expect(tester.phone.airplane).toBe(false)
    expect(tester.frame()).toEqual(before)
  })

  it('finds an app by its name and opens it with Enter', () => {
    tester.phone.carryOut({ do: 'preset', name: 'search' })
    expect(tester.type('browser')).toEqual([])
    tester.key('enter')
    tester.settle()
    tester.tap(180, 72)
    expect(tester.fieldText()).toMatch(/^https:/)
  })

  it('shows used apps as cards and opens the one tapped', () => {
    tester.open('sys_notes')
    tester.open('sys_settings')
    const settings = tester.frame()
    tester.phone.carryOut({ do: 'preset', name: 'app_switcher' })
    tester.settle()
    tester.tap(350, 333)
    tester.settle()
    expect(tester.frame()).not.toEqual(settings)
    tester.phone.carryOut({ do: 'preset', name: 'app_switcher' })
    tester.settle()
    tester.tap(350, 333)
    tester.settle()
    expect(tester.frame()).toEqual(settings)
  })

  it('accepts only the targets of open_app', () => {
    const open = (target: string, username?: string): unknown =>
      tester.phone.carryOut({
        do: 'openApp',
        app: username === undefined ? { target } : { target, username },
      })
    for (const target of appTargets.filter((each) => !needsUsername(each))) {
      expect(open(target), target).toBe(true)
      expect(tester.settle(), target).toBeGreaterThan(0)
    }
    expect(open('messenger', 'quiz_bot')).toBe(true)
    expect(open('messenger')).toBe(false)
    expect(open('sys_nothing')).toBe(false)
  })

  it('accepts an address in the browser', () => {
    tester.phone.carryOut({ do: 'openUrl', url: 'https://one.example/path' })
    tester.settle()
    tester.tap(180, 72)
    expect(tester.fieldText()).toBe('https://one.example/path')
    tester.phone.carryOut({ do: 'chord', modifiers: ['cmd'], key: 'a' })
    tester.type('two.example\n')
    expect(tester.fieldText()).toBe('')
    tester.tap(180, 72)
    expect(tester.fieldText()).toBe('https://two.example')
  })

  it('animates a small part of the screen at the given rate', () => {
    tester.phone.carryOut({ do: 'animate', fps: 10 })
    tester.change()
    for (let i = 0; i < 5; i++) {
      const due = tester.phone.nextChange()
      expect(due - tester.now).toBeLessThanOrEqual(100)
      tester.now = due
      expect(tester.change()).toMatchObject({ y: 10, h: 22 })
    }
    tester.phone.carryOut({ do: 'animate', fps: 0 })
    tester.change()
    expect(tester.change()).toBeNull()
  })

  it('looks the same for the same seed, and different for another', () => {
    const frame = (seed: number): Uint8Array => new PhoneInHand({ seed }).frame()
    expect(frame(3)).toEqual(frame(3))
    expect(frame(3)).not.toEqual(frame(4))
  })

  it.each([
    [750, 1334],
    [828, 1792],
    [1170, 2532],
    [333, 777],
    [1334, 750],
    [120, 160],
  ])('draws at %i by %i under any touches', async (width, height) => {
    const odd = new PhoneInHand({ snapshot: { width, height } })
    const image = await pixelsOf(odd.frame())
    expect([image.width, image.height]).toEqual([width, height])
    for (const target of ['sys_notes', 'sys_photos', 'sys_messages', 'sys_phone', 'photoapp']) {
      odd.phone.carryOut({ do: 'openApp', app: { target } })
      odd.wait(600)
      odd.frame()
      odd.tap(width / odd.phone.scale / 2, height / odd.phone.scale / 2)
      odd.wait(600)
      odd.frame()
    }
  })
})
