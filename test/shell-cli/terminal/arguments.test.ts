import { describe, expect, it } from 'vitest'
import { startArguments, terminalCommand } from '../../../src-main/core/base/start-arguments'
import { simulatedPhones, readArguments, fleetOptions } from '../../../src-main/shell-cli/terminal/arguments'
import { readTestArguments } from '../../../src-main/shell-cli/flows/test-arguments'

const read = (...args: string[]) => readTestArguments(args, '/here', Date.UTC(2030, 0, 1))

it.each([
  [['x', '--simulated'], 12, ['x']],
  [['--simulated', '3', 'x'], 3, ['x']],
  [['--simulated=4'], 4, []],
  [['--simulated', 'flows/'], 12, ['flows/']],
])('let the number of simulated phones out: %j', (args, phones, words) => {
  const { values, positionals } = readArguments(args, fleetOptions)
  expect(simulatedPhones(values.simulated)).toBe(phones)
  expect(positionals).toEqual(words)
})

/** What Electron checks on Windows: an argument after one that begins like an address ends the program, up to a `--`. */
function passesWindows(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const checked = end < 0 ? args : args.slice(0, end)
  const address = checked.findIndex((arg) => /^[a-z][^\s:]+:/i.test(arg))
  return address < 0 || address === checked.length - 1
}

describe('on Windows, where Electron lets no argument follow an address', () => {
  it.each([
    [
      '--',
      'test',
      'a.yaml',
      '--env',
      'URL=https://a.example',
      '--phones',
      'all',
      '--fleet',
      'a.example:8443',
    ],
    ['test', 'a.yaml', '--env=URL=https://a.example', '--phones=all', '--fleet=a.example:8443'],
    ['test', '--env=URL=https://a.example', '--phones=all', '--fleet=a.example:8443', '--', 'a.yaml'],
  ])('a command is read the same in each of its forms: %s %s', (...args) => {
    const [command, ...rest] = terminalCommand(args) ?? []
    expect([passesWindows(args), command]).toEqual([true, 'test'])
    expect(read(...rest)).toMatchObject({
      paths: ['a.yaml'],
      phones: 'all',
      env: { URL: 'https://a.example' },
      fleet: { fleet: 'a.example:8443' },
    })
  })

  it.each([
    ['--', 'open', 'https://a.example', '--phones', 'all'],
    ['open', '--phones=all', 'https://a.example'],
    ['open', '--phones=all', '--', 'https://a.example'],
  ])('an address is opened in each of its forms: %s %s', (...args) => {
    const [, ...rest] = terminalCommand(args) ?? []
    expect(passesWindows(args)).toBe(true)
    expect(readArguments(rest, { ...fleetOptions, phones: { type: 'string' } })).toMatchObject({
      positionals: ['https://a.example'],
      values: { phones: 'all' },
    })
  })

  it('the window opens a fleet by its host and port', () => {
    for (const args of [
      ['--fleet=a.example:8443', '--kiosk'],
      ['--kiosk', '--fleet', 'a.example:8443'],
    ]) {
      expect(passesWindows(args)).toBe(true)
      expect(startArguments(args)).toMatchObject({ fleet: 'a.example:8443', kiosk: true })
    }
    expect(passesWindows(['--fleet', 'a.example:8443', '--kiosk'])).toBe(false)
  })
})
