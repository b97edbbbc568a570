import assert from 'node:assert/strict'
import type { Core } from '../core'
import { eventually, type Field } from '../field'
import { timed, type Row } from '../row'
import { phones, type PhoneEvent, type Service } from '../services'
import { drag, hover, key, lift, press, type } from './gestures'

const leader = 'dev_1'
const offline = ['dev_2', 'dev_3']
const refusing = 'dev_4'
const lagging = 'dev_5'
const cut = 'dev_6'
const well = [leader, 'dev_7', 'dev_8', 'dev_9', 'dev_10', 'dev_11', 'dev_12']
const lagMs = 400

const before = 'before'
const [first, ...rest] = ['one', 'two', 'three', 'four'] as const
/** Presses a button; once the leading phone has carried it out, swipes, types and presses a key. */
const round = async (core: Core, text: string) => {
  await core.bridge.call('device.act', { publicId: leader, action: { type: 'press', name: 'home' } })
  const gestures = [press(), drag(60, 90), lift(60, 90), type(text), key('enter')]
  for (const gesture of gestures) core.gesture(gesture, leader)
}
/** Lists what a phone carried out, without the moves. */
const done = (events: readonly PhoneEvent[]) =>
  events.flatMap((event) => {
    const { type: what } = event
    if (what === 'text') return [`text ${String(event['text'])}`]
    return what === 'move' ? [] : [what]
  })
const allOf = (texts: readonly string[]) =>
  texts.flatMap((text) => ['press', 'down', 'up', `text ${text}`, 'key'])

/** Twelve phones that mirror each other: two are offline, one refuses, one lags. */
async function mirrored(field: Field): Promise<{ service: Service; core: Core }> {
  const all = phones(12)
  const service = await field.service({ devices: all })
  const visible = all.map(({ public_id }) => public_id)
  const core = await field.live(service.host, { visible })
  // A gesture needs the screen's size.
  await eventually('every screen has its size', () =>
    visible.every((publicId) => core.tile(publicId).snapshot !== null),
  )
  core.bridge.tell('control.mirror', { publicIds: visible })
  core.gesture(hover, leader)
  await eventually('the channel is ready', () => core.tile(leader).control === 'ready')
  await round(core, before)
  for (const publicId of visible) await carriesOut(service, publicId, before)
  for (const publicId of offline) await service.phone(publicId, { reachable: false })
  await service.phone(refusing, { rejects: true })
  await service.phone(lagging, { delay_ms: lagMs })
  await eventually('two are offline', () =>
    offline.every((publicId) => core.tile(publicId).state === 'offline'),
  )
  return { service, core }
}

/** Waits until a phone has carried out the round with this text. */
const carriesOut = (service: Service, publicId: string, text: string) =>
  eventually(`${publicId} has done all of "${text}"`, async () => {
    const last = done(await service.events(publicId)).slice(-5)
    return last.join() === allOf([text]).join()
  })

export const mirror: readonly Row[] = [
  {
    id: 'mirror.offline-refusing-lagging-cut',
    fault: 'of 12 phones, two are offline, one refuses, one lags and one loses its connection',
    async run(field) {
      const { service, core } = await mirrored(field)
      await round(core, first)
      for (const publicId of [...well, lagging, cut]) await carriesOut(service, publicId, first)
      core.gesture(press(), leader)
      await eventually('the press arrives', async () => done(await service.events(cut)).at(-1) === 'down')
      await service.disturb(cut, 'control', { do: 'drop' })
      core.gesture(lift(), leader)
      const recoverMs = await timed(async () => {
        for (const text of rest) await round(core, text)
        for (const publicId of well) await carriesOut(service, publicId, rest[2])
      })
      const wanted = [...allOf([before, first]), 'down', 'up', ...allOf(rest)]
      for (const publicId of well)
        assert.deepEqual(done(await service.events(publicId)), wanted, `${publicId}: each gesture, in order`)
      await carriesOut(service, lagging, rest[2])
      assert.deepEqual(
        done(await service.events(lagging)),
        wanted,
        'the lagging phone: each gesture, in order',
      )
      for (const publicId of [...offline, refusing])
        assert.deepEqual(done(await service.events(publicId)), allOf([before]), `${publicId} did nothing`)
      await eventually('the press on the phone that lost its connection is released', async () => {
        const fingers = done(await service.events(cut)).filter((what) => what === 'down' || what === 'up')
        return fingers.at(-1) === 'up'
      })
      return { recoverMs, figure: `${well.length} phones beside them: each gesture, in order` }
    },
  },
  {
    id: 'mirror.refusal-told-once',
    fault: 'one of 12 phones refuses a mirrored action',
    async run(field) {
      const { service, core } = await mirrored(field)
      const refusals = () => core.shown.notices.filter(({ publicId }) => publicId === refusing)
      const earlier = refusals().length
      const recoverMs = await timed(async () => {
        await core.bridge.call('device.act', { publicId: leader, action: { type: 'press', name: 'home' } })
        for (const publicId of [...well, lagging, cut])
          await eventually(
            `${publicId} goes home`,
            async () => done(await service.events(publicId)).at(-1) === 'press',
          )
        await eventually('the refusal is shown', () => refusals().length > earlier)
      })
      core.gesture(key('enter'), leader)
      await eventually('the refusal of a key is shown', () => refusals().length > earlier + 1)
      assert.deepEqual(
        refusals()
          .slice(earlier)
          .map(({ fault }) => fault.kind),
        ['problem', 'control-error'],
        'each refusal is shown once',
      )
      for (const publicId of offline)
        assert.equal(core.shown.notices.filter((notice) => notice.publicId === publicId).length, 0)
      return { recoverMs }
    },
  },
]
