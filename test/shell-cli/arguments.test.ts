import { describe, expect, it } from 'vitest'
import type { Device } from '../../src-shared/protocol/device'
import { startArguments, terminalCommand, UsageError } from '../../src-main/core/base/start-arguments'
import { simulatedPhones, readArguments, fleetOptions } from '../../src-main/shell-cli/arguments'
import { selectPhones } from '../../src-main/shell-cli/select-phones'
import { readTestArguments } from '../../src-main/shell-cli/test-arguments'

const read = (...args: string[]) => readTestArguments(args, '/here', Date.UTC(2030, 0, 1))

describe('the arguments of fleetwall test', () => {
  it('have defaults', () => {
    expect(read('a.yaml')).toMatchObject({
      paths: ['a.yaml'],
      phones: 'all',
      shards: null,
      format: 'noop',
      output: null,
      folder: '/here/fleetwall-results/2030-01-01T000000',
      retries: 0,
      timeoutMs: 600_000,
      maxActions: null,
      isDryRun: false,
    })
  })

  it('are read as they are documented', () => {
    expect(
      read(
        ...['a.yaml', 'b', '--phones', 'label=smoke', '--shard-split', '3', '--env', 'A=1', '--env', 'B=x=y'],
        ...[
          '--include-tags',
          'smoke,slow',
          '--exclude-tags',
          'flaky',
          '--format',
          'JUNIT',
          '--output',
          'r.xml',
        ],
        ...[
          '--test-output-dir',
          'out',
          '--retries',
          '2',
          '--timeout',
          '30',
          '--max-actions',
          '0',
          '--dry-run',
        ],
      ),
    ).toMatchObject({
      paths: ['a.yaml', 'b'],
      phones: 'label=smoke',
      shards: 3,
      env: { A: '1', B: 'x=y' },
      includeTags: ['smoke', 'slow'],
      excludeTags: ['flaky'],
      format: 'junit',
      output: '/here/r.xml',
      folder: '/here/out',
      retries: 2,
      timeoutMs: 30_000,
      maxActions: 0,
      isDryRun: true,
    })
  })

  it.each([
    [[]],
    [['a', '--format', 'pdf']],
    [['a', '--retries', '-1']],
    [['a', '--retries', 'two']],
    [['a', '--shard-split', '0']],
    [['a', '--shard-all', '--shard-split', '2']],
    [['a', '--env', '1=2']],
    [['a', '--timeout', '-1']],
    [['a', '--no-such']],
    [['a', '--phones', 'x', '--phones', 'y']],
  ])('are refused when they are wrong: %j', (args) => {
    expect(() => read(...args)).toThrow(UsageError)
  })

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
})

describe('choosing phones', () => {
  const device = (publicId: string, name: string, custom: string | null, ...labels: string[]): Device => ({
    public_id: publicId,
    name,
    custom_name: custom,
    notes: null,
    labels: labels.map((each) => ({ name: each, color: '#9E9E9E' })),
    dashboard_id: 1,
    dashboard_url: 'https://dashboard.example/1',
  })
  const devices = [
    device('dev_a', 'Aster 01', null, 'smoke'),
    device('dev_b', 'Birch 02', 'Front desk', 'smoke', 'slow'),
    device('dev_c', 'Cedar 03', null),
  ]
  const ids = (selector: string) => selectPhones(selector, devices).devices.map((each) => each.public_id)

  it.each([
    ['all', ['dev_a', 'dev_b', 'dev_c']],
    ['dev_c,dev_a', ['dev_a', 'dev_c']],
    ['front desk', ['dev_b']],
    ['*0*', ['dev_a', 'dev_b', 'dev_c']],
    ['A*1', ['dev_a']],
    ['label=smoke', ['dev_a', 'dev_b']],
    ['label=slow,Cedar*', ['dev_b', 'dev_c']],
  ])('%s', (selector, expected) => {
    expect(ids(selector)).toEqual(expected)
  })

  it('asks for live ones of what fits', () => {
    expect(selectPhones('state=live', devices)).toMatchObject({ onlyLive: true, devices })
    expect(selectPhones('label=slow,state=live', devices).devices).toHaveLength(1)
  })

  it.each(['', 'x', 'all,', 'label=none', 'state=idle', 'dev_a,nothing'])('refuses %j', (selector) => {
    expect(() => selectPhones(selector, devices)).toThrow(UsageError)
  })
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
