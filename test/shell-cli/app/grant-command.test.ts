import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openGrants } from '../../../src-main/core/door/grants/grants'
import { readGrantsOfRun } from '../../../src-main/core/door/grants/grants-of-run'
import { systemClock } from '../../../src-main/core/time/clock'
import { commandLine } from '../../../src-main/shell-cli/command-line'
import type { Terminal } from '../../../src-main/shell-cli/terminal/terminal'
import { startPicturesHere } from '../../core/pictures/pictures-here'

describe('fleetwall grant', () => {
  let folder: string
  let out: string
  let err: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-grant-'))
    return () => rm(folder, { recursive: true })
  })

  const run = (...args: string[]) => {
    out = ''
    err = ''
    const terminal: Terminal = {
      environment: {},
      folder,
      isColourful: false,
      print: (printed) => void (out += printed),
      complain: (line) => void (err += `${line}\n`),
      spawnSimulator: () => expect.fail('needs no simulator'),
      startPictures: startPicturesHere,
      onStop: () => () => undefined,
    }
    return commandLine([...args, '--user-data-dir', '.'], terminal)
  }
  const kept = () =>
    openGrants({ clock: systemClock, path: join(folder, 'grants.json'), report: () => undefined })

  it('prints the token of what it grants, lists it without, and revokes it', async () => {
    const bounds = ['--tools', 'see, tap', '--actions-per-hour', '9', '--until', '2999-01-31T18:00:00Z']
    expect(await run('grant', 'lab', '--phones', 'label=lab', '--folder', 'files', ...bounds)).toBe(0)
    const token = out.trim()
    const until = Date.UTC(2999, 0, 31, 18)
    expect(kept().prove('lab', token)).toEqual({
      ...{ name: 'lab', phones: 'label=lab', readOnly: false, tools: ['see', 'tap'], actionsPerHour: 9 },
      ...{ until, folders: [join(folder, 'files')], mayInterrupt: false },
    })
    expect(await run('grants')).toBe(0)
    expect(out).toContain('lab\tlabel=lab\tsee,tap; 9 actions an hour; until 2999-01-31T18:00:00.000Z')
    expect(await run('grants', '--json')).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ name: 'lab', until: '2999-01-31T18:00:00.000Z' })
    expect(out).not.toContain(token)
    expect(await run('grants', '--revoke', 'lab')).toBe(0)
    expect(kept().all()).toEqual([])
    expect(await run('grants')).toBe(0)
    expect([out, err]).toEqual(['', 'there are no grants\n'])
    expect(await run('grants', '--revoke', 'lab')).toBe(2)
  })

  it('says that a new token replaces the one before', async () => {
    expect(await run('grant', 'lab')).toBe(0)
    expect(err).toBe('')
    expect(await run('grant', 'lab')).toBe(0)
    expect(err).toBe('the grant lab of before has ended, with its token\n')
  })

  it.each([
    ['no name', [], /takes one name/],
    ['an empty name', [''], /takes one name/],
    ['a time that is over', ['a', '--until', '2020-01-01T00:00:00Z'], /still to come/],
    ['a number below 0', ['a', '--actions-per-hour', '-1'], /--actions-per-hour/],
    ['a tool that there is not', ['a', '--tools', 'reboot'], /no tool reboot/],
    ['phones by their state', ['a', '--phones', 'state=live'], /--phones/],
    ['a time that is none', ['a', '--until', 'tomorrow'], /--until/],
  ])('refuses %s', async (_, args, reason) => {
    expect(await run('grant', ...args)).toBe(2)
    expect([out, kept().all()]).toEqual(['', []])
    expect(err).toMatch(reason)
  })

  it('takes the grants of a run from a file, and none from a wrong one', async () => {
    const path = join(folder, 'run.json')
    const given = { name: 'test', token: 'secret', phones: 'all', until: '2999-01-31T18:00:00Z' }
    await writeFile(path, JSON.stringify([given]))
    const [read] = readGrantsOfRun(path, () => undefined)
    expect(read?.grant).toMatchObject({ name: 'test', until: Date.UTC(2999, 0, 31, 18), tools: null })
    const grants = openGrants({
      ...{ clock: systemClock, path: join(folder, 'grants.json'), report: () => undefined },
      ofRun: read ? [read] : [],
    })
    expect(grants.prove('test', 'secret').phones).toBe('all')
    await writeFile(path, '[{"name": "test"}]')
    const told: string[] = []
    expect(readGrantsOfRun(path, ({ reason }) => told.push(reason))).toEqual([])
    expect(told).toEqual(['unreadable'])
  })
})
