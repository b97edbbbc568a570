import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWindowTools } from '../../../src-main/core/door/window-tools'
import { unlimited } from '../../../src-main/core/agent/acted'
import type { ToolResult } from '../../../src-main/core/agent/agent-session'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Grant } from '../../../src-shared/features/programs-state'
import { grantOf } from '../agent/grants'
import { fakeAgentWindow } from './fake-agent-window'

const tap = { phone: 'dev_a', x: 10, y: 20 }

describe('the tools on the window’s fleet', () => {
  let shown: ReturnType<typeof fakeAgentWindow>

  beforeEach(() => {
    shown = fakeAgentWindow()
  })
  const make = (grant: Partial<Grant> = {}) =>
    createWindowTools({
      ...{ clock: shown.fake.clock, name: 'Robot', acted: unlimited },
      window: () => shown.window,
      grant: () => grantOf(grant),
    })
  const never = new AbortController().signal
  const call = (
    tools: ReturnType<typeof make>,
    tool: string,
    given: Readonly<Record<string, unknown>> = tap,
  ) => shown.fake.inTime(tools.call(tool, given, never) as Promise<ToolResult>)

  it('are those of the grant; what sees phones starts when a program asks for them', () => {
    const tools = make({ tools: ['see'] })
    expect(shown.warmed()).toBe(0)
    expect(tools.list()).toMatchObject({ tools: [{ name: 'see' }] })
    expect(shown.warmed()).toBe(1)
  })

  it('act at their turn in the grant’s name, and are noted', async () => {
    const tools = make({ mayInterrupt: true })
    await call(tools, 'see', { phone: 'dev_a' })
    expect(shown.turns).toEqual([])
    await call(tools, 'tap')
    expect(shown.turns).toMatchObject([{ publicId: 'dev_a', who: { name: 'Robot', mayInterrupt: true } }])
    expect(shown.fake.phone('dev_a').done).toHaveLength(1)
    const of = { by: 'Robot', publicId: 'dev_a', fault: null }
    expect(shown.noted).toEqual([
      { ...of, tool: 'see', hasActed: false },
      { ...of, tool: 'tap', hasActed: true },
    ])
  })

  it('mark the phone that they look at, and note each call, also one that is refused', async () => {
    await call(make(), 'see', { phone: 'dev_a' })
    expect(shown.looks).toEqual(['Robot: dev_a'])
    await call(make({ phones: 'dev_b' }), 'see', { phone: 'dev_a' })
    await make().read('fleetwall://phones', never)
    await call(make(), 'format', {})
    expect(shown.noted).toMatchObject([
      { tool: 'see', publicId: 'dev_a' },
      { tool: 'see', publicId: null, code: 'not-found', hasActed: false },
      { tool: 'list_phones', publicId: null, fault: null },
      { tool: 'no-tool', code: 'no-tool', reason: 'There is no tool format.' },
    ])
  })

  it('use the fleet that the window has open now', async () => {
    const tools = make()
    await call(tools, 'tap')
    await call(tools, 'tap')
    expect(shown.opened).toHaveLength(1)
    for (const open of shown.opened) open.isGone = true
    await call(tools, 'tap')
    expect(shown.opened).toEqual([
      { isGone: true, isClosed: true },
      { isGone: false, isClosed: false },
    ])
  })

  it('leave the fleet when the program has gone, also while it is being opened', async () => {
    const [tools, early] = [make(), make()]
    await call(tools, 'tap')
    tools.close()
    const opening = early.call('see', { phone: 'dev_a' }, never)
    early.close()
    await opening
    await setImmediate()
    expect(shown.opened.map(({ isClosed }) => isClosed)).toEqual([true, true])
  })

  it('note what goes on as they end, once', async () => {
    const tools = make()
    const stop = new AbortController()
    const waiting = tools.call('wait_for', { phone: 'dev_a', text: 'Never' }, stop.signal)
    await setImmediate()
    tools.close()
    const noted = { tool: 'wait_for', publicId: 'dev_a', fault: { kind: 'cancelled' } }
    expect(shown.noted).toMatchObject([noted])
    stop.abort(new FaultError({ kind: 'cancelled' }))
    await waiting
    expect(shown.noted).toHaveLength(1)
  })

  it('list no resources for a program that has gone', async () => {
    const fleet = { ...shown.window.fleet, open: () => new Promise<never>(() => undefined) }
    shown.window = { ...shown.window, fleet }
    const stop = new AbortController()
    const listed = make().resources(stop.signal)
    stop.abort(new FaultError({ kind: 'cancelled' }))
    expect(await listed).toMatchObject({ refused: { code: 'cancelled' } })
  })

  it('answer a refusal as one', async () => {
    expect(await make({ tools: ['tap'] }).resources(never)).toEqual({
      refused: { code: 'not-granted', message: 'The grant Robot does not allow list_phones.' },
    })
    expect(await make().read('fleetwall://phone/dev_z/screen', never)).toMatchObject({
      refused: { code: 'not-found' },
    })
    expect(await make().resources(never)).toMatchObject({
      resources: [{ uri: 'fleetwall://phones' }, {}, {}, {}],
    })
  })

  it('tell what happened on the open fleet, also after it was renamed', async () => {
    const abouts = ['Oslo', 'Bergen', 'Rome'].map((fleet) => ({ fleet, about: fleet }))
    shown = fakeAgentWindow(abouts)
    const tools = make()
    const told = async () => JSON.stringify((await call(tools, 'activity', {})).structuredContent)
    expect(await told()).toMatch(/Oslo/)
    Object.assign(shown.window, { fleetName: 'Bergen' })
    expect(await told()).toMatch(/Oslo.*Bergen/)
    expect(await told()).not.toContain('Rome')
  })

  it('tell no folder of the computer', async () => {
    shown = fakeAgentWindow([{ fleet: 'Oslo', reason: 'The picture /srv/flows/a.png is missing.' }])
    const { structuredContent } = await call(make(), 'activity', {})
    expect(structuredContent).toMatchObject({ entries: [{ reason: 'The picture a.png is missing.' }] })
  })

  it('tell only what happened on the phones of the grant', async () => {
    await call(make({ phones: 'dev_b' }), 'activity', {})
    expect(shown.asked).toMatchObject([
      { command: 'activity.list', params: { query: { publicIds: ['dev_b'] } } },
    ])
  })
})
