import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  hashOf,
  openGrants,
  type Grants,
  type GrantsOptions,
} from '../../../../src-main/core/door/grants/grants'
import { watchGrants } from '../../../../src-main/core/door/grants/watch-grants'
import type { Grant } from '../../../../src-shared/features/programs-state'
import { createFakeClock } from '../../time/fake-clock'

const grant: Grant = {
  name: 'helper',
  phones: 'label=lab',
  readOnly: false,
  tools: ['see', 'tap'],
  actionsPerHour: 100,
  until: null,
  folders: ['/files'],
  mayInterrupt: false,
}

describe('grants', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-grants-'))
    path = join(folder, 'grants.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const clock = createFakeClock()
  const open = (more: Partial<GrantsOptions> = {}): Grants =>
    openGrants({ clock, path, report: (fault) => expect.fail(fault.reason), ...more })
  const refusal = (why: string) =>
    expect.objectContaining({ fault: { kind: 'grant-refused', name: 'helper', why } })

  it('are proven by their token alone, which no file holds', async () => {
    const token = open().give(grant)
    // 256 bits.
    expect(token).toMatch(/^[\w-]{43}$/)
    const later = open()
    expect(later.all()).toEqual([grant])
    expect(later.prove('helper', token)).toEqual(grant)
    expect(() => later.prove('helper', `${token}x`)).toThrow(refusal('unknown'))
    expect(() => later.prove('unknown', token)).toThrow()
    expect(await readFile(path, 'utf8')).not.toContain(token)
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('end at their time', () => {
    const grants = open()
    const token = grants.give({ ...grant, until: clock.now() + 1000 })
    expect(grants.prove('helper', token).name).toBe('helper')
    clock.advance(1000)
    expect(() => grants.prove('helper', token)).toThrow(refusal('over'))
  })

  it('are the same in the app and at a terminal', () => {
    const [app, terminal] = [open(), open()]
    const token = terminal.give(grant)
    expect(app.prove('helper', token)).toEqual(grant)
    const next = app.give({ ...grant, readOnly: true })
    expect(() => terminal.prove('helper', token)).toThrow(refusal('unknown'))
    expect(terminal.prove('helper', next).readOnly).toBe(true)
    expect(terminal.revoke(['helper', 'unknown'])).toEqual(['helper'])
    expect(() => app.prove('helper', next)).toThrow(refusal('unknown'))
    expect(app.all()).toEqual([])
  })

  it('tell the app what a terminal has given and revoked since, and nothing of its own', () => {
    const changes: unknown[] = []
    open().give(grant)
    const app = open({ onOthers: (change) => changes.push(change) })
    const terminal = open()
    const end = watchGrants(clock, app)
    app.give({ ...grant, name: 'own' })
    clock.advance(2000)
    expect(changes).toEqual([])
    terminal.give({ ...grant, name: 'night' })
    terminal.revoke(['helper'])
    clock.advance(2000)
    app.revoke(['own'])
    clock.advance(2000)
    expect(changes).toEqual([{ given: ['night'], revoked: ['helper'] }])
    // In place of the one before.
    terminal.give({ ...grant, name: 'night' })
    clock.advance(2000)
    expect(changes.slice(1)).toEqual([{ given: ['night'], revoked: [] }])
    end()
    terminal.revoke(['night'])
    clock.advance(10_000)
    expect(changes).toHaveLength(2)
  })

  it('of a run are in no file', () => {
    const grants = open({ ofRun: [{ grant, hash: hashOf('secret') }] })
    expect(grants.prove('helper', 'secret')).toEqual(grant)
    expect(open().all()).toEqual([])
    expect(grants.revoke(['helper'])).toEqual(['helper'])
    expect(() => grants.prove('helper', 'secret')).toThrow(refusal('unknown'))
  })

  it('of a run hold before those of the file, until one is given in their place', () => {
    open().give(grant)
    const grants = open({ ofRun: [{ grant: { ...grant, readOnly: true }, hash: hashOf('secret') }] })
    expect(grants.prove('helper', 'secret').readOnly).toBe(true)
    const token = grants.give(grant)
    expect(grants.prove('helper', token)).toEqual(grant)
    expect(() => grants.prove('helper', 'secret')).toThrow(refusal('unknown'))
  })

  it('are none while the file can’t be reached, which is reported', async () => {
    const reported: string[] = []
    const grants = open({ report: ({ reason }) => reported.push(reason) })
    const token = grants.give(grant)
    await rm(path)
    await symlink(path, path)
    grants.look()
    expect(() => grants.prove('helper', token)).toThrow(refusal('unknown'))
    expect(reported).toEqual(['unreadable'])
  })

  it('are listed by name, at most 100', () => {
    const grants = open()
    for (let each = 100; each > 0; each -= 1) grants.give({ ...grant, name: `g${100 + each}` })
    expect(() => grants.give(grant)).toThrow('own-file')
    expect(grants.all().map(({ name }) => name)).toEqual(
      Array.from({ length: 100 }, (_, at) => `g${101 + at}`),
    )
    const token = grants.give({ ...grant, name: 'g150' })
    expect(grants.prove('g150', token).name).toBe('g150')
  })

  it('stay when another in the file is damaged, whose programs are refused', async () => {
    const first = open()
    const [token, other] = [first.give(grant), first.give({ ...grant, name: 'other' })]
    await writeFile(path, (await readFile(path, 'utf8')).replace(hashOf(other), 'short'))
    const reported: string[] = []
    const later = open({ report: ({ reason }) => reported.push(reason) })
    expect(later.prove('helper', token)).toEqual(grant)
    expect(() => later.prove('other', other)).toThrow('grant-refused')
    expect(reported).toEqual(['set-aside'])
  })
})
