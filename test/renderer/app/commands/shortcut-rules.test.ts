import { describe, expect, it } from 'vitest'
import type { Command, CommandPlace } from '../../../../src-renderer/commands/command'
import { clashOf, reservationOf } from '../../../../src-renderer/app/commands/shortcut-rules'

const command = (id: string, place: CommandPlace, ...shortcuts: string[]): Command => ({
  id,
  title: () => id,
  group: 'view',
  place,
  shortcuts,
  ownShortcuts: [],
  inFields: false,
  whileTyping: false,
  repeats: false,
  targets: () => [],
  isOn: () => null,
  whyNot: () => null,
  run: () => undefined,
})

describe('reservationOf', () => {
  const onWall = command('search', 'wall')
  it('reserves keys for navigation, release, text and the system', () => {
    const reasons = ['arrowup', 'shift+escape', 'mod+v', 'backspace', 'mod+w', 'f5'].map((shortcut) =>
      reservationOf(onWall, shortcut, 'linux'),
    )
    expect(reasons).toEqual(['fixed', 'release', 'text', 'text', 'system', 'system'])
  })

  it.each([
    ['mod+h', ['darwin']],
    ['mod+alt+h', ['darwin']],
    ['mod+shift+escape', ['win32']],
    ['alt+escape', ['win32']],
    ['mod+alt+delete', ['linux', 'win32']],
    ['mod+alt+arrowup', ['linux']],
    ['alt+f4', ['darwin', 'linux', 'win32']],
  ])('leaves %s to the systems that take it: %j', (shortcut, systems) => {
    const taking = (['darwin', 'linux', 'win32'] as const).filter(
      (platform) => reservationOf(onWall, shortcut, platform) === 'system',
    )
    expect(taking).toEqual(systems)
  })

  it('keeps what makes a character from commands that work in fields or while typing', () => {
    const inFields = { ...onWall, inFields: true }
    const whileTyping = { ...onWall, whileTyping: true }
    for (const shortcut of ['k', '?', 'ß', 'shift+1'])
      for (const one of [inFields, whileTyping])
        expect(reservationOf(one, shortcut, 'linux'), shortcut).toBe('typed')
    expect(reservationOf(whileTyping, 'alt+k', 'darwin')).toBe('typed')
    for (const shortcut of ['mod+shift+k', 'alt+k', 'f6', 'shift+f6', 'mod++', 'pause'])
      expect(reservationOf(whileTyping, shortcut, 'linux'), shortcut).toBeNull()
  })

  it('allows the others', () => {
    for (const shortcut of ['a', 'mod+k', 'alt+arrowleft', 'escape', '?', 'f6']) {
      expect(reservationOf(onWall, shortcut, 'linux'), shortcut).toBeNull()
    }
  })
})

describe('clashOf', () => {
  const back = command('back', 'focus', 'escape')
  const search = command('search', 'wall', '/', 'mod+f')
  const about = command('about', 'anywhere', 'f1')
  const inspector = command('inspector', 'main', 'i')
  const all = [back, search, about, inspector]

  it('finds a command with the same shortcut in the same place', () => {
    expect(clashOf(all, about, 'mod+f')).toBe(search)
    expect(clashOf(all, search, 'f1')).toBe(about)
    expect(clashOf(all, about, 'escape')).toBe(back)
    for (const other of [back, search, about]) expect(clashOf(all, other, 'i')).toBe(inspector)
    expect(clashOf(all, inspector, 'escape')).toBe(back)
  })

  it('allows a shortcut for commands in different places, and for the command itself', () => {
    expect(clashOf(all, search, 'escape')).toBeNull()
    expect(clashOf(all, search, '/')).toBeNull()
    expect(clashOf(all, search, 'f2')).toBeNull()
  })
})
