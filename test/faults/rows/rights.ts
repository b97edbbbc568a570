import assert from 'node:assert/strict'
import { eventually } from '../field'
import { timed, type Row } from '../row'
import { drag, hover, key, lift, press } from './gestures'

const minuteMs = 60_000
const all = ['read', 'control', 'stream', 'upload', 'manage', 'automations']

/** The fleet's rights change while a phone is in hand. */
export const rights: readonly Row[] = [
  {
    id: 'rights.4403-amid',
    fault: 'the key loses scope control during a press (4403)',
    async run(field) {
      const clock = field.clock()
      const service = await field.service()
      const core = await field.live(service.host, { clock })
      core.gesture(hover)
      await eventually('the control channel is ready', () => core.tile().control === 'ready')
      const done = async (type: string) =>
        (await service.events('dev_1')).filter((event) => event.type === type).length
      core.gesture(press())
      await eventually('the finger is down', async () => (await done('down')) === 1)
      await service.scopes(all.filter((scope) => scope !== 'control'))
      await eventually('the tile shows the reason', () => core.tile().control === 'parked')
      core.gesture(drag(60, 70))
      core.gesture(lift(60, 70))
      await eventually('the finger is up', async () => (await done('up')) === 1)
      for (let minute = 0; minute < 10; minute += 1) {
        await field.pass(clock, minuteMs, 5000, service)
        core.gesture(hover)
        core.gesture(press(70, 80, minute + 2))
        core.gesture(lift(70, 80, minute + 2))
      }
      const reconnects = field.requests(/control$/).length - 1
      assert.equal(reconnects, 0, 'it stays closed')
      assert.equal(core.tile().state, 'live', 'the stream needs another scope')
      await service.scopes(all)
      const recoverMs = await timed(async () => {
        core.bridge.tell('control.takeBack', { publicId: 'dev_1' })
        await eventually('the channel is back', () => core.tile().control === 'ready')
        core.gesture(key('enter'))
        await eventually('the next key arrives', async () => (await done('key')) === 1)
      })
      assert.equal(await done('down'), 1, 'no press is replayed')
      return { recoverMs, figure: `${reconnects} reconnects in 10 min` }
    },
  },
  {
    id: 'rights.4403-amid-stream',
    fault: 'the key loses scope stream while a phone is live (4403)',
    async run(field) {
      const clock = field.clock()
      const service = await field.service()
      const core = await field.live(service.host, { clock })
      await service.scopes(all.filter((scope) => scope !== 'stream'))
      await eventually('the tile shows the reason', () => core.tile().state === 'parked')
      await field.pass(clock, 10 * minuteMs, 5000, service)
      const reconnects = field.requests(/stream$/).length - 1
      assert.equal(reconnects, 0, 'it stays closed')
      await service.scopes(all)
      const recoverMs = await timed(async () => {
        core.bridge.tell('stream.retry', { publicId: 'dev_1' })
        await eventually('the phone is live', () => core.tile().state === 'live')
      })
      return { recoverMs, figure: `${reconnects} reconnects in 10 min` }
    },
  },
]
