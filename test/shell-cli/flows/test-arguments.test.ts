import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../src-main/core/base/start-arguments'
import { readTestArguments } from '../../../src-main/shell-cli/flows/test-arguments'

const read = (...args: string[]) => readTestArguments(args, '/here', Date.UTC(2030, 0, 1))

describe('the arguments of fleetwall test', () => {
  it('have defaults', () => {
    expect(read('a.yaml')).toMatchObject({
      paths: ['a.yaml'],
      phones: 'all',
      shards: null,
      format: 'noop',
      output: null,
      folder: expect.stringMatching(/^\/here\/fleetwall-results\/2030-01-01T000000-[\da-f]{8}$/) as string,
      retries: 0,
      timeoutMs: 600_000,
      maxActions: null,
      isDryRun: false,
    })
  })

  it('have a folder of results for each of two suites that begin in one second', () => {
    expect(read('a.yaml').folder).not.toBe(read('a.yaml').folder)
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
    [['a', '--data', 'a.csv', '--shard-split', '2']],
    [['a', '--env', '1=2']],
    [['a', '--timeout', '-1']],
    [['a', '--no-such']],
    [['a', '--phones', 'x', '--phones', 'y']],
  ])('are refused when they are wrong: %j', (args) => {
    expect(() => read(...args)).toThrow(UsageError)
  })
})
