import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ToolResult } from '../../../../src-main/core/agent/agent-session'
import type { ProvenGrant } from '../../../../src-main/core/door/connection'
import { openGrants, type Grants } from '../../../../src-main/core/door/grants/grants'
import { openActedTimes } from '../../../../src-main/core/door/grants/acted-times'
import type { ReportFile } from '../../../../src-main/core/disk/own-file'
import { createProveGrant } from '../../../../src-main/core/door/grants/prove-grant'
import type { Grant } from '../../../../src-shared/features/programs-state'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { grantOf } from '../../agent/grants'
import { fakeAgentWindow } from '../fake-agent-window'

const tap = { phone: 'dev_a', x: 10, y: 20 }

describe('a program with a grant', () => {
  let folder: string
  let shown: ReturnType<typeof fakeAgentWindow>
  let grants: Grants
  let proveGrant: ReturnType<typeof createProveGrant>

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-prove-'))
    shown = fakeAgentWindow()
    const { clock } = shown.fake
    grants = openGrants({
      clock,
      path: join(folder, 'grants.json'),
      report: ({ reason }) => expect.fail(reason),
    })
    start()
  })
  /** As the app does at each start. */
  const start = () => {
    const { clock } = shown.fake
    const report: ReportFile = ({ reason }) => expect.fail(reason)
    const path = join(folder, 'grant-actions.json')
    const acted = openActedTimes({ clock, path, report, onFailed: (error) => expect.fail(String(error)) })
    proveGrant = createProveGrant({ clock, grants, acted, window: () => shown.window })
    return acted
  }
  afterEach(() => rm(folder, { recursive: true }))

  const connect = (token: string, name = 'Robot') => proveGrant(name, token)
  const give = (grant: Partial<Grant>) => grants.give(grantOf(grant))
  const call = async (
    { tools }: ProvenGrant,
    tool: string,
    given: Readonly<Record<string, unknown>> = tap,
  ) => {
    const answer = tools.call(tool, given, new AbortController().signal) as Promise<ToolResult>
    return (await shown.fake.inTime(answer)).structuredContent
  }

  it('needs the token of that name', () => {
    const token = give({})
    give({ name: 'Other' })
    expect(connect(token).name).toBe('Robot')
    expect(() => connect(`${token}x`)).toThrow('grant-refused')
    expect(() => connect(token, 'Other')).toThrow('grant-refused')
  })

  it('may do what the grant says', async () => {
    const program = connect(give({ phones: 'dev_b', readOnly: true }))
    expect(await call(program, 'see', { phone: 'dev_b' })).toMatchObject({ phone: { id: 'dev_b' } })
    expect(await call(program, 'see', { phone: 'dev_a' })).toMatchObject({ code: 'not-found' })
    expect(await call(program, 'tap', { ...tap, phone: 'dev_b' })).toMatchObject({ code: 'not-granted' })
    expect(JSON.stringify(await program.tools.list())).not.toContain('"tap"')
    expect(shown.fake.phone('dev_b').done).toEqual([])
  })

  it('has no new hour after a restart', async () => {
    const token = give({ actionsPerHour: 1 })
    const acted = start()
    await call(connect(token), 'tap')
    acted.close()
    start()
    expect(await call(connect(token), 'tap')).toMatchObject({ code: 'actions-used-up' })
  })

  it('shares its actions of the hour with the programs of its grant alone', async () => {
    const [token, other] = [give({ actionsPerHour: 2 }), give({ name: 'Other', actionsPerHour: 2 })]
    const first = connect(token)
    await call(first, 'tap')
    first.tools.close()
    const second = connect(token)
    await call(second, 'tap')
    expect(await call(second, 'tap')).toMatchObject({ code: 'actions-used-up' })
    expect(await call(connect(token), 'tap')).toMatchObject({ code: 'actions-used-up' })
    expect(await call(connect(other, 'Other'), 'tap')).toMatchObject({ changed: true })
    expect(shown.fake.phone('dev_a').done).toHaveLength(3)
  })

  it('may do nothing more once the grant is over, or revoked', async () => {
    const until = shown.fake.clock.now() + 60_000
    const program = connect(give({ until }))
    expect(await call(program, 'tap')).toMatchObject({ changed: true })
    shown.fake.clock.advance(60_000)
    expect(() => program.prove()).toThrow('grant-refused')
    expect(await call(program, 'tap')).toMatchObject({ code: 'grant-refused' })

    const revoked = connect(give({ until: null }))
    expect(await call(revoked, 'tap')).toMatchObject({ changed: true })
    grants.revoke(['Robot'])
    expect(() => revoked.prove()).toThrow('grant-refused')
    expect(await call(revoked, 'see', { phone: 'dev_a' })).toMatchObject({ code: 'grant-refused' })
    const fault = { kind: 'grant-refused', name: 'Robot', why: 'unknown' }
    expect(shown.noted.at(-1)).toMatchObject({ by: 'Robot', tool: 'see', hasActed: false, fault })
    expect(shown.fake.phone('dev_a').done).toHaveLength(2)
  })

  it('has what it does noted at once when it goes: the app may end next', async () => {
    const { tools } = connect(give({}))
    await tools.list()
    const stop = new AbortController()
    const waiting = tools.call('wait_for', { phone: 'dev_a', text: 'Never' }, stop.signal)
    await setImmediate()
    tools.close()
    expect(shown.noted).toMatchObject([{ tool: 'wait_for', publicId: 'dev_a', fault: { kind: 'cancelled' } }])
    stop.abort(new FaultError({ kind: 'cancelled' }))
    await waiting
  })

  it('has what the grant is changed to, with a new token alone', async () => {
    const old = connect(give({}))
    const changed = connect(give({ readOnly: true }))
    expect(() => old.prove()).toThrow('grant-refused')
    expect(await call(changed, 'tap')).toMatchObject({ code: 'not-granted' })
  })
})
