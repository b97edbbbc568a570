import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError } from '../../../src-shared/protocol/fault'
import { flowRun } from '../../gallery/flow-fixtures'
import { draft, FakeFleet, text } from './fake-fleet'

describe('rules', () => {
  let fleet: FakeFleet
  beforeEach(() => {
    fleet = new FakeFleet()
  })

  it('fire once for one thing in 1,000 frames', async () => {
    await fleet.save(draft({ quietS: 0 }))
    for (let at = 0; at < 1000; at += 1) await fleet.show('a', `${at < 400 ? 'fine' : 'an error'} ${at}`)
    expect(fleet.fired).toEqual(['a'])
  })

  it('fire never on a still wall, and read it once though its clock goes on', async () => {
    await fleet.save(draft())
    await fleet.save(draft({ when: { kind: 'change' } }))
    for (let minute = 0; minute < 100; minute += 1)
      for (const phone of ['a', 'b']) await fleet.show(phone, `fine/${minute}`)
    expect([fleet.fired, fleet.reads]).toEqual([[], 2])
  })

  it('fire again for the next thing, after the quiet time', async () => {
    await fleet.save(draft({ quietS: 60 }))
    const see = async (screen: string) => {
      await fleet.show('a', screen)
      return fleet.fired.length
    }
    expect([await see('error'), await see('fine'), await see('error')]).toEqual([1, 1, 1])
    await fleet.after(60_000)
    expect([await see('error again'), await see('fine'), await see('error')]).toEqual([1, 1, 2])
  })

  it('see a text in one part of the screen, by a pattern, and that it is gone', async () => {
    const part = { left: 0, top: 0, width: 100, height: 50 }
    await fleet.save(draft({ when: text({ part }) }))
    await fleet.save(
      draft({
        when: text({ text: 'err(or)*', isPattern: true }),
        phones: { kind: 'these', publicIds: ['a'] },
      }),
    )
    await fleet.save(draft({ when: text({ isGone: true }), phones: { kind: 'these', publicIds: ['b'] } }))
    for (const screen of ['fine', 'error', 'fine'])
      for (const phone of ['a', 'b']) await fleet.show(phone, screen)
    expect(fleet.fired).toEqual(['a', 'b'])
  })

  it('refuse a pattern that can’t be read, and match one that repeats itself at once', async () => {
    await expect(
      fleet.save(draft({ when: text({ text: 'a(?=b)', isPattern: true }) })),
    ).rejects.toMatchObject({
      fault: { kind: 'rule', why: 'pattern' },
    })
    await fleet.save(draft({ when: text({ text: '(a+)+b', isPattern: true }) }))
    await fleet.show('a', 'a'.repeat(5000))
    expect(fleet.fired).toEqual([])
  })

  it('say that they look late at screens, until they look in time again', async () => {
    fleet.percent = 1
    fleet.readMs = 1000
    await fleet.save(draft())
    for (const phone of ['a', 'b']) await fleet.show(phone, 'fine')
    await fleet.after(98_000)
    expect(fleet.feature.state().looksLateS).toBe(99)
    await fleet.after(120_000)
    expect(fleet.feature.state().looksLateS).toBe(0)
  })

  it('fire for a screen that stands still, though its clock goes on', async () => {
    await fleet.save(draft({ when: { kind: 'still', seconds: 90 } }))
    await fleet.show('a', 'moving')
    for (let minute = 0; minute < 3; minute += 1) {
      await fleet.show('a', `rests/${minute}`)
      await fleet.after(59_000)
    }
    expect(fleet.fired).toEqual(['a'])
  })

  it('begin to wait again for a still screen when its stream comes back', async () => {
    await fleet.save(draft({ when: { kind: 'still', seconds: 10 } }))
    await fleet.show('a', 'rests')
    fleet.frames.interrupt('a')
    await fleet.after(60_000)
    expect(fleet.fired).toEqual([])
    await fleet.show('a', 'rests')
    await fleet.after(9000)
    expect(fleet.fired).toEqual(['a'])
  })

  it('hold for phones with a label, and for those that get it later', async () => {
    await fleet.save(draft({ phones: { kind: 'label', label: 'rack' } }))
    for (const phone of ['a', 'b']) await fleet.show(phone, 'error')
    expect(fleet.fired).toEqual(['a'])
    fleet.devices = fleet.devices.map((device) => ({
      ...device,
      labels: [{ name: 'rack', color: '#000000' }],
    }))
    fleet.list()
    await fleet.settle()
    expect(fleet.fired).toEqual(['a', 'b'])
  })

  it('end after each phone of one that fires once', async () => {
    await fleet.save(draft({ once: true, phones: { kind: 'these', publicIds: ['a', 'b'] }, keepsLive: true }))
    expect([fleet.frames.holds('a'), fleet.frames.holds('b')]).toEqual([true, true])
    await fleet.show('a', 'error')
    expect([fleet.frames.holds('a'), fleet.frames.holds('b')]).toEqual([false, true])
    expect(fleet.feature.state().rules).toMatchObject([{ phones: { publicIds: ['b'] } }])
    await fleet.show('b', 'error')
    expect([fleet.feature.state().rules, fleet.fired]).toEqual([[], ['a', 'b']])
  })

  it('stay when they are turned off, and one that fires once is over where it fired', async () => {
    const id = await fleet.save(draft({ once: true, quietS: 0 }))
    await fleet.show('a', 'error')
    fleet.feature.calls['rules.switch']({ ids: [id], isOn: false })
    fleet.feature.calls['rules.unwatch']({ publicIds: ['a', 'b'] })
    expect(fleet.feature.state().rules).toMatchObject([{ id, isOn: false }])
    await fleet.show('b', 'error')
    fleet.feature.calls['rules.switch']({ ids: [id], isOn: true })
    await fleet.show('a', 'error/2')
    expect(fleet.fired).toEqual(['a', 'b'])
  })

  it('leave phones live only as they are, unless they are to keep them so', async () => {
    const id = await fleet.save(draft())
    expect(fleet.frames.holds('a')).toBe(false)
    await fleet.save(draft({ keepsLive: true }), id)
    expect([fleet.frames.holds('a'), fleet.feature.keepsLive]).toEqual([true, true])
    fleet.feature.calls['rules.switch']({ ids: [id], isOn: false })
    expect([fleet.frames.holds('a'), fleet.feature.keepsLive]).toEqual([false, false])
  })

  it('survive a restart, after which the same thing is not new', async () => {
    await fleet.save(draft({ name: 'Watch', quietS: 0 }))
    await fleet.show('a', 'error')
    fleet.open()
    await fleet.show('a', 'error')
    expect(fleet.fired).toEqual(['a'])
    await fleet.show('a', 'fine')
    await fleet.show('a', 'error')
    expect(fleet.fired).toEqual(['a', 'a'])
    expect(fleet.feature.state().rules).toMatchObject([{ name: 'Watch', times: 2, last: { publicId: 'a' } }])
  })

  it('run a flow on a phone again once its last flow there has ended', async () => {
    await fleet.save(draft({ then: [{ kind: 'flow', file: 'restart.yaml' }], quietS: 0 }))
    const running = (state: 'running' | 'passed') => {
      const phones = flowRun.phones.slice(0, 1).map((phone) => ({ ...phone, publicId: 'a', state }))
      fleet.flows.state = { recording: null, runs: [{ ...flowRun, phones }] }
    }
    running('running')
    await fleet.show('a', 'error')
    expect([fleet.asked, fleet.failed]).toEqual([[], ['rule']])
    running('passed')
    await fleet.show('a', 'fine')
    await fleet.show('a', 'error')
    expect(fleet.asked).toHaveLength(1)
  })

  it('do what a person could, and tell what failed', async () => {
    fleet.refuse = { 'flows.run': new FaultError({ kind: 'flow-shortage', budget: 'actions' }) }
    await fleet.save(
      draft({
        then: [
          { kind: 'sound' },
          { kind: 'screenshot' },
          { kind: 'record', seconds: 30 },
          { kind: 'label', name: 'broken' },
          { kind: 'flow', file: 'restart.yaml' },
        ],
      }),
    )
    await fleet.show('a', 'error')
    const publicIds = ['a']
    expect(fleet.asked).toEqual([
      ['devices.screenshot', { publicIds, mayCost: true }],
      ['recordings.start', { publicIds }],
      ['devices.edit', { publicIds, edit: { addLabels: [{ name: 'broken', color: '#9E9E9E' }] } }],
      ['flows.run', { files: ['restart.yaml'], publicIds }],
    ])
    expect([fleet.told, fleet.failed]).toEqual([[], ['flow-shortage']])
    expect(fleet.feature.state().rules).toMatchObject([{ fault: { kind: 'flow-shortage' } }])
    await fleet.after(30_000)
    expect(fleet.asked.at(-1)).toEqual(['recordings.stop', { publicIds }])
  })

  it('leave a recording alone that a person began, and one that they ended before', async () => {
    const record = draft({ then: [{ kind: 'record', seconds: 30 }], quietS: 0 })
    await fleet.save(record)
    const recorded = (...running: string[]) =>
      fleet.feature.event?.({
        type: 'recordings',
        recordings: { running: running.map((publicId) => ({ publicId }) as never), bytesLeft: null },
      })
    recorded('a')
    await fleet.show('a', 'error')
    expect(fleet.asked).toEqual([])
    await fleet.show('b', 'error')
    recorded('b')
    recorded()
    await fleet.after(60_000)
    expect(fleet.asked).toEqual([['recordings.start', { publicIds: ['b'] }]])
  })
})
