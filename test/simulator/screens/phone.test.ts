import { beforeEach, describe, expect, it } from 'vitest'
import { PhoneInHand, pixelsOf } from './phone-in-hand'

const NOTES_ICON: [number, number] = [54, 290]
const AIRPLANE_SWITCH: [number, number] = [330, 256]

describe('a phone', () => {
  let hand: PhoneInHand
  beforeEach(() => {
    hand = new PhoneInHand()
    hand.settle()
  })

  it('draws nothing while its screen stands still, and the status bar alone when the minute is over', () => {
    expect(hand.change()).toBeNull()
    hand.wait(20_000)
    expect(hand.change()).toBeNull()
    hand.wait(40_000)
    expect(hand.change()).toEqual({ x: 0, y: 0, w: 375, h: 44 })
  })

  it('opens an app with a short motion when its icon is tapped, and goes home by a swipe from the bottom', () => {
    const home = hand.frame()
    hand.tap(...NOTES_ICON)
    const frames = hand.settle()
    expect(frames).toBeGreaterThan(3)
    expect(frames).toBeLessThan(12)
    hand.tap(180, 220)
    hand.settle()
    hand.tap(180, 220)
    expect(hand.type('x')).toEqual([])
    expect(hand.fieldText()).toContain('x')
    hand.swipe([187, 660], [187, 400])
    hand.settle()
    expect(hand.fieldText()).toBe('')
    expect(hand.frame()).toEqual(home)
  })

  it('scrolls Settings with the finger and lets it run on', () => {
    hand.open('sys_settings')
    hand.swipe([180, 500], [180, 300], 100)
    const frames = hand.settle()
    expect(frames).toBeGreaterThan(10)
    expect(hand.change()).toBeNull()
  })

  it('toggles a switch, and draws only its row while the knob slides', () => {
    hand.open('sys_settings')
    hand.tap(...AIRPLANE_SWITCH)
    expect(hand.phone.airplane).toBe(true)
    hand.settle()
    hand.phone.carryOut({ do: 'airplane', on: false })
    hand.change()
    hand.wait(50)
    expect(hand.change()).toMatchObject({ y: 232, h: 48 })
    hand.settle()
    hand.tap(...AIRPLANE_SWITCH)
    expect(hand.phone.airplane).toBe(true)
  })

  it('does not toggle a switch that a scrolling finger passes', () => {
    hand.open('sys_settings')
    hand.swipe(AIRPLANE_SWITCH, [330, 150])
    expect(hand.phone.airplane).toBe(false)
  })

  it('writes a note: typing, Enter, Backspace, Delete, arrows, Home and End', () => {
    hand.open('sys_notes')
    hand.tap(350, 66)
    hand.settle()
    expect(hand.type('helo')).toEqual([])
    hand.key('left')
    hand.type('l')
    hand.key('end')
    hand.key('enter')
    hand.type('world!?')
    hand.key('backspace')
    hand.key('home')
    hand.key('delete')
    hand.key('up')
    hand.key('home')
    hand.type('> ')
    expect(hand.fieldText()).toBe('> hello\norld!')
  })

  it('selects the word on which a finger rests', () => {
    hand.open('sys_notes')
    hand.tap(350, 66)
    hand.settle()
    hand.type('word')
    hand.finger(40, 142, true)
    hand.wait(600)
    hand.finger(40, 142, false)
    hand.type('x')
    expect(hand.fieldText()).toBe('x')
  })

  it('types with the keys of its own keyboard where they are drawn', () => {
    hand.open('sys_notes')
    hand.tap(350, 66)
    hand.settle()
    const rowTop = 667 - 242
    hand.tap(18, rowTop + 30)
    hand.tap(130, rowTop + 30)
    hand.tap(350, rowTop + 134)
    hand.tap(187, rowTop + 186)
    hand.tap(356, rowTop + 30)
    expect(hand.fieldText()).toBe('q p')
  })

  it('answers the characters that it cannot type, and drops text without a field', () => {
    hand.open('sys_notes')
    expect(hand.type('nothing 😀')).toEqual(['😀'])
    hand.tap(350, 66)
    hand.settle()
    expect(hand.type('a\u0001b😀c漢')).toEqual(['\u0001', '😀', '漢'])
    expect(hand.fieldText()).toBe('abc')
  })

  it('knows the keys, presets and chords of the vocabulary and no others', () => {
    expect(hand.key('page_down')).toBe(true)
    expect(hand.key('warp')).toBe(false)
    expect(hand.phone.carryOut({ do: 'preset', name: 'home' })).toBe(true)
    expect(hand.phone.carryOut({ do: 'preset', name: 'explode' })).toBe(false)
    expect(hand.phone.carryOut({ do: 'chord', modifiers: ['hyper'], key: 'a' })).toBe(false)
  })

  it('locks, and opens again where it was by a tap', () => {
    hand.open('sys_settings')
    const before = hand.frame()
    hand.phone.carryOut({ do: 'preset', name: 'lock' })
    hand.settle()
    hand.tap(...AIRPLANE_SWITCH)
    hand.settle()
    expect(hand.phone.airplane).toBe(false)
    expect(hand.frame()).toEqual(before)
  })

  it('finds an app by its name and opens it with Enter', () => {
    hand.phone.carryOut({ do: 'preset', name: 'search' })
    expect(hand.type('browser')).toEqual([])
    hand.key('enter')
    hand.settle()
    hand.tap(180, 72)
    expect(hand.fieldText()).toMatch(/^https:/)
  })

  it('shows the apps that were used as cards, and opens the one that is tapped', () => {
    hand.open('sys_notes')
    hand.open('sys_settings')
    const settings = hand.frame()
    hand.phone.carryOut({ do: 'preset', name: 'app_switcher' })
    hand.settle()
    hand.tap(350, 333)
    hand.settle()
    expect(hand.frame()).not.toEqual(settings)
    hand.phone.carryOut({ do: 'preset', name: 'app_switcher' })
    hand.settle()
    hand.tap(350, 333)
    hand.settle()
    expect(hand.frame()).toEqual(settings)
  })

  it('knows the targets of open_app and no others', () => {
    const open = (target: string, username?: string): unknown =>
      hand.phone.carryOut({ do: 'openApp', app: username === undefined ? { target } : { target, username } })
    for (const target of [
      'photoapp',
      'photoapp_account_status',
      'photoapp_settings',
      'photoapp_reel',
      'photoapp_profile',
      'photoapp_camera',
      'photoapp_dms',
      'photoapp_activity',
      'photoapp_explore',
      'sys_notes',
      'sys_photos',
      'sys_settings',
      'sys_about',
      'sys_phone',
      'sys_messages',
    ]) {
      expect(open(target), target).toBe(true)
      expect(hand.settle(), target).toBeGreaterThan(0)
    }
    expect(open('messenger', 'quiz_bot')).toBe(true)
    expect(open('messenger')).toBe(false)
    expect(open('sys_nothing')).toBe(false)
  })

  it('lets one type an address into the browser', () => {
    hand.phone.carryOut({ do: 'openUrl', url: 'https://one.example/path' })
    hand.settle()
    hand.tap(180, 72)
    expect(hand.fieldText()).toBe('https://one.example/path')
    hand.phone.carryOut({ do: 'chord', modifiers: ['cmd'], key: 'a' })
    hand.type('two.example\n')
    expect(hand.fieldText()).toBe('')
    hand.tap(180, 72)
    expect(hand.fieldText()).toBe('https://two.example')
  })

  it('changes at the rate it is told, in a small part of the screen', () => {
    hand.phone.carryOut({ do: 'animate', fps: 10 })
    hand.change()
    for (let i = 0; i < 5; i++) {
      const due = hand.phone.nextChange()
      expect(due - hand.now).toBeLessThanOrEqual(100)
      hand.now = due
      expect(hand.change()).toMatchObject({ y: 10, h: 22 })
    }
    hand.phone.carryOut({ do: 'animate', fps: 0 })
    hand.change()
    expect(hand.change()).toBeNull()
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
  ])('draws at %i by %i, whatever is touched', async (width, height) => {
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
