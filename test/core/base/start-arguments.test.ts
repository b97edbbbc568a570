import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  needsNoWindow,
  refusedOption,
  requestIn,
  requestOfLink,
  startArguments,
} from '../../../src-main/core/base/start-arguments'

const nothing = { fleet: null, phone: null, view: null }

describe('the command line', () => {
  it('asks for nothing when it is empty', () => {
    expect(startArguments([])).toEqual({
      ...nothing,
      userDataDir: null,
      kiosk: false,
      safe: false,
      door: false,
      devtools: false,
      prints: null,
      diagnostics: null,
    })
  })

  it('names a fleet, a phone, a view and a folder', () => {
    const args = [
      '--fleet',
      'Oslo',
      '--phone=dev_1',
      '--view',
      'Smoke',
      '--user-data-dir',
      'here',
      '--kiosk',
      '--safe',
    ]
    expect(startArguments(args)).toMatchObject({
      fleet: 'Oslo',
      phone: 'dev_1',
      view: 'Smoke',
      userDataDir: resolve('here'),
      kiosk: true,
      safe: true,
    })
  })

  it('shows no name turned around', () => {
    const args = ['--fleet', '\u202Egnp.exe', '--phone', '\u2066a', '--view', 'b\u2069']
    expect(startArguments(args)).toMatchObject({ fleet: 'gnp.exe', phone: 'a', view: 'b' })
  })

  it('asks for diagnostics', () => {
    expect(startArguments(['diagnostics', 'a.zip'])).toMatchObject({ diagnostics: resolve('a.zip') })
    expect(() => startArguments(['diagnostics'])).toThrow()
    expect(() => startArguments(['diagnostics', 'a.zip', 'b.zip'])).toThrow()
  })

  it('prints the version, else the help', () => {
    expect(startArguments(['--version']).prints).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(startArguments(['--version', '--help']).prints).toContain('Usage: fleetwall')
    expect(startArguments(['help']).prints).toContain('Usage: fleetwall')
  })

  it.each([
    ['--help'],
    ['--version'],
    ['diagnostics', 'a.zip'],
    ['--no-sandbox', 'check', 'flows'],
    ['phones'],
    ['--unknown'],
  ])('needs no window for %s', (...args) => {
    expect(needsNoWindow(args)).toBe(true)
  })

  it.each([[], ['app'], ['--fleet', 'phones'], ['fleetwall://fleet/Oslo']])(
    'needs a window for %s',
    (...args) => {
      expect(needsNoWindow(args)).toBe(false)
    },
  )

  it('may hold switches of Chromium and the folder of the program', () => {
    const args = ['--no-sandbox', '--lang=en-GB', '--remote-debugging-port=0', '/opt/app', '--phone', 'dev_1']
    expect(startArguments(args, '/opt/app')).toMatchObject({ ...nothing, phone: 'dev_1' })
  })

  it.each([
    ['--fleets', 'x'],
    ['--proxy-server=evil:1'],
    ['--kiosk=no'],
    ['file.txt'],
    ['--phone', ''],
    ['--view', 'a\u0000b'],
    ['--user-data-dir'],
  ])('is refused for %j', (...args) => {
    expect(() => startArguments(args)).toThrow()
  })
})

describe('a shipped program', () => {
  it('refuses options that weaken it, wherever they stand before --', () => {
    for (const before of [[], ['--fleet', 'Oslo'], ['fleetwall://fleet/a'], ['phones']])
      expect(refusedOption([...before, '--js-flags=--expose-gc'])).toBe('--js-flags')
    expect(refusedOption(['--fleet', 'Oslo', '--kiosk'])).toBe(null)
    expect(refusedOption(['type', '--', '--inspect'])).toBe(null)
  })
})

describe('a link', () => {
  it('names a fleet and a phone', () => {
    expect(requestOfLink('fleetwall://fleet/Caf%C3%A9%201/phone/dev_1')).toEqual({
      fleet: 'Café 1',
      phone: 'dev_1',
      view: null,
    })
    expect(requestOfLink('FLEETWALL://fleet/Oslo')).toEqual({ ...nothing, fleet: 'Oslo' })
    expect(requestOfLink('fleetwall://fleet/127.0.0.1:80')).toEqual({ ...nothing, fleet: '127.0.0.1:80' })
  })

  it.each([
    'fleetwall://fleet',
    'fleetwall://fleet/a/phone/b/type/hello',
    'fleetwall://launch/a',
    'fleetwall://fleet/a?run=1',
    'fleetwall://fleet/%00',
    'fleetwall://fleet/%E0%A4%A',
    `fleetwall://fleet/${'a'.repeat(501)}`,
    'fleetwall:\u0007',
  ])('asks for nothing but to be named where it is wrong: %s', (link) => {
    const wrong = { ...nothing, wrongLink: link.slice(0, 100).replace('\u0007', ' ') }
    expect(requestOfLink(link)).toEqual(wrong)
    expect(requestIn(['--anything', link])).toEqual(wrong)
    expect(startArguments([link])).toMatchObject(wrong)
  })

  it('is named by 100 whole characters', () => {
    const start = 'fleetwall://fleet/?'
    expect(requestOfLink(`${start}${'😀'.repeat(300)}`)).toMatchObject({
      wrongLink: `${start}${'😀'.repeat(100 - start.length)}`,
    })
  })

  it('shows no name turned around', () => {
    expect(requestOfLink('fleetwall://\u202Egnp.exe')).toMatchObject({ wrongLink: 'fleetwall://gnp.exe' })
    expect(requestOfLink('fleetwall://fleet/%E2%80%AEgnp.exe')).toMatchObject({ fleet: 'gnp.exe' })
  })

  it('is found among the arguments of a second start', () => {
    expect(requestIn(['--original-process-start-time=1', 'fleetwall://fleet/a'])).toMatchObject({
      fleet: 'a',
    })
    expect(requestIn(['--phone', 'dev_1'])).toMatchObject({ phone: 'dev_1' })
    expect(requestIn([])).toBe(null)
  })
})
