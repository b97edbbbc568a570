import assert from 'node:assert/strict'
import { createFakeClock } from '../../core/time/fake-clock'
import { eventually, type Field } from '../field'
import { ready, type Script } from '../hostile-server'
import { timed, type Row } from '../row'
import { drag, hover, key, lift, press, pressing, release, releasing, texts, type } from './gestures'

/** Starts a core with a ready control channel to a scripted server. */
async function inHand(field: Field, script: Script = {}) {
  const clock = field.clock()
  const server = await field.server(script)
  const core = await field.live(server.host, { clock })
  core.gesture(hover)
  await eventually('the control channel is ready', () => core.tile().control === 'ready')
  const arrives = (name: string) =>
    eventually(`a ${name} arrives`, () => server.said.filter((each) => each.type === name).length > 0)
  return { clock, server, core, arrives }
}

/** An error event is shown, the channel stays open, and the message is not sent again. */
const answeredWith = (code: string): Row => ({
  id: `control.${code.replaceAll('_', '-')}`,
  fault: `a message is answered with ${code}`,
  async run(field) {
    const { server, core, arrives } = await inHand(field, {
      control(socket) {
        socket.send(ready())
        socket.once('message', () => socket.send(JSON.stringify({ type: 'error', code, detail: 'No.' })))
      },
    })
    core.gesture(key('Home'))
    const notice = await eventually('it is shown', () => core.shown.notices[0])
    assert.deepEqual(notice.fault, { kind: 'control-error', code, detail: 'No.' })
    const recoverMs = await timed(async () => {
      core.gesture(type('x'))
      await arrives('text')
    })
    assert.equal(server.said.filter((each) => each.type === 'key').length, 1, 'nothing is sent again')
    assert.equal(field.requests(/control$/).length, 1, 'the channel stays open')
    return { recoverMs }
  },
})

/** A long text arrives whole, in messages within the channel's limits. */
const longText = (id: string, fault: string, text: string): Row => ({
  id,
  fault,
  async run(field) {
    const { server, core } = await inHand(field)
    const recoverMs = await timed(async () => {
      core.gesture(type(text))
      await eventually('all of it arrives', () => texts(server.said).join('') === text)
    })
    const largest = Math.max(...server.said.map(({ bytes }) => bytes))
    const longest = Math.max(...texts(server.said).map((each) => [...each].length))
    assert.ok(largest <= 8192, `a message of ${largest} bytes closes the channel`)
    assert.ok(longest <= 4096, `a text of ${longest} characters is not taken`)
    return { recoverMs, figure: `at most ${largest} bytes a message` }
  },
})

/** The phone gets a release when something interrupts a press. */
const released = (
  id: string,
  fault: string,
  happen: (core: Awaited<ReturnType<typeof inHand>>['core']) => void,
): Row => ({
  id,
  fault,
  async run(field) {
    const { server, core } = await inHand(field)
    core.gesture(press())
    await eventually('the finger is down', () => pressing(server.said).length === 1)
    const recoverMs = await timed(async () => {
      happen(core)
      await eventually('the finger is up', () => releasing(server.said).length === 1)
    })
    assert.equal(pressing(server.said).length, 1)
    return { recoverMs }
  },
})

/** Input that a lost connection interrupts is not replayed after the next `ready`. */
const notReplayed = (id: string, fault: string, happen: Row['run']): Row => ({ id, fault, run: happen })

export const control: readonly Row[] = [
  answeredWith('invalid_frame'),
  answeredWith('rate_limited'),
  answeredWith('device_error'),
  answeredWith('out_of_paper'),
  {
    id: 'control.hold-timeout',
    fault: 'the service releases a press (hold_timeout)',
    async run(field) {
      const { server, core, arrives } = await inHand(field)
      core.gesture(press(50, 60))
      await eventually('the finger is down', () => pressing(server.said).length === 1)
      for (const socket of server.sockets())
        socket.send('{"type":"error","code":"hold_timeout","detail":"10 s"}')
      await eventually('the notice is shown', () => core.shown.notices.length === 1)
      core.gesture(drag(60, 70))
      core.gesture(drag(70, 80))
      core.gesture(key())
      await arrives('key')
      assert.equal(pressing(server.said).length, 1, 'the press is not repeated')
      core.gesture(lift(70, 80))
      const recoverMs = await timed(async () => {
        core.gesture(press(90, 90, 2))
        await eventually('the next press arrives', () => pressing(server.said).length === 2)
      })
      return { recoverMs }
    },
  },
  {
    id: 'control.long-hold',
    fault: 'a finger rests for a minute',
    async run(field) {
      const { clock, server, core } = await inHand(field)
      core.gesture(press())
      await eventually('the finger is down', () => pressing(server.said).length === 1)
      let longestMs = 0
      let silentSince = clock.monotonic()
      let heard = server.said.length
      for (let second = 0; second < 120; second += 1) {
        await field.pass(clock, 500, 500)
        if (server.said.length > heard) silentSince = clock.monotonic()
        heard = server.said.length
        longestMs = Math.max(longestMs, clock.monotonic() - silentSince)
      }
      assert.ok(
        longestMs < 10_000,
        `the service releases after 10 s of silence, and the longest was ${longestMs} ms`,
      )
      assert.equal(releasing(server.said).length, 0)
      return { figure: `longest silence ${(longestMs / 1000).toFixed(1)} s` }
    },
  },
  {
    id: 'control.low-rate',
    fault: '400 messages at a limit of 20 a second',
    runs: 1,
    async run(field) {
      // The clock stops while a message is on its way, so it arrives at the time it was sent.
      const clock = createFakeClock()
      const time = { skip: (ms: number) => clock.advance(ms), monotonic: () => clock.monotonic() }
      const sentAt: number[] = []
      const server = await field.server({
        control(socket) {
          socket.on('message', () => sentAt.push(clock.monotonic()))
          socket.send(ready(200, 400, 20))
        },
      })
      const core = await field.core({ host: server.host, clock })
      core.look(['dev_1'])
      const isLive = () => core.shown.tiles.get('dev_1')?.state === 'live'
      await field.passUntil('the phone is live', isLive, time, 10)
      core.gesture(hover)
      await field.passUntil('the channel is ready', () => core.tile().control === 'ready', time, 10)
      for (let stroke = 0; stroke < 10; stroke += 1) {
        core.gesture(press(0, stroke, stroke + 1))
        for (let at = 1; at < 38; at += 1) core.gesture(drag(at, stroke, stroke + 1))
        core.gesture(lift(38, stroke, stroke + 1))
        core.gesture(key(`k${stroke}`))
      }
      const isKey = ({ type: name }: { type: string }) => name === 'key'
      const haveArrived = () => server.said.filter(isKey).length === 10
      const recoverMs = await field.passUntil('the last key arrives', haveArrived, time, 10)
      assert.deepEqual(
        server.said.filter(isKey).map(({ message }) => message['key']),
        Array.from({ length: 10 }, (_, stroke) => `k${stroke}`),
      )
      assert.equal(releasing(server.said).length, 10, 'no release is dropped')
      const presses = server.said.filter(
        ({ message }, at) => message['buttons'] === 1 && server.said[at - 1]?.message['buttons'] !== 1,
      )
      assert.equal(presses.length, 10, 'no press is dropped')
      const inASecond = (from: number) => sentAt.filter((at) => at >= from && at < from + 1000).length
      const peak = Math.max(...sentAt.map(inASecond))
      assert.ok(peak <= 20, `${peak} messages in one second`)
      return { recoverMs, figure: `peak ${peak} messages/s, ${server.said.length} sent` }
    },
  },
  {
    id: 'control.flood',
    fault: 'a minute of wild strokes in one second, at a limit of 120 messages a second',
    runs: 1,
    async run(field) {
      const service = await field.service()
      const core = await field.live(service.host)
      core.gesture(hover)
      await eventually('the control channel is ready', () => core.tile().control === 'ready')
      core.gesture(press())
      for (let at = 0; at < 5000; at += 1) core.gesture(drag(at % 200, at % 400))
      const recoverMs = await timed(async () => {
        core.gesture(lift(10, 10))
        await eventually('the finger is up', async () =>
          (await service.events('dev_1')).some((event) => event.type === 'up'),
        )
      })
      assert.equal(core.tile().control, 'ready')
      assert.equal(core.shown.notices.length, 0, 'the service rejected nothing')
      return { recoverMs }
    },
  },
  longText('control.text-cjk', '4096 Chinese characters: a valid text of 12 KiB', '漢'.repeat(4096)),
  longText('control.text-ascii', '10,000 letters', 'abcdefghij'.repeat(1000)),
  longText('control.text-emoji', '3000 family emoji of four people each', '👨‍👩‍👧‍👦'.repeat(3000)),
  longText('control.text-escapes', '4096 control characters, six bytes each in JSON', '\u0001'.repeat(4096)),
  released('control.blur', 'the window loses focus during a press', (core) => core.gesture(release)),
  released('control.page-gone', 'the page crashes during a press', (core) => core.losePage()),
  released('control.out-of-sight', 'the tile scrolls out of view during a press', (core) => {
    core.look([])
    core.gesture(release)
  }),
  notReplayed('control.lost-in-press', 'the connection drops during a press', async (field) => {
    const { server, core } = await inHand(field)
    core.gesture(press())
    await eventually('the finger is down', () => pressing(server.said).length === 1)
    for (const socket of server.sockets()) socket.terminate()
    await eventually('the loss is shown', () =>
      core.shown.notices.some(({ fault }) => fault.kind === 'input-partly-sent'),
    )
    core.gesture(drag(51, 61))
    core.gesture(drag(52, 62))
    const recoverMs = await timed(() =>
      eventually('the channel is back', () => {
        core.gesture(hover)
        return core.tile().control === 'ready'
      }),
    )
    core.gesture(drag(53, 63))
    core.gesture(lift(53, 63))
    core.gesture(key())
    await eventually('the next key arrives', () => server.said.some(({ type: name }) => name === 'key'))
    assert.equal(pressing(server.said).length, 1, 'the press is not replayed')
    return { recoverMs }
  }),
  notReplayed('control.lost-in-text', 'the connection drops while text is being typed', async (field) => {
    const { server, core } = await inHand(field, {
      control(socket) {
        socket.send(ready(200, 400, 5))
        socket.once('message', () => socket.terminate())
      },
    })
    const text = 'x'.repeat(20_000)
    core.gesture(type(text))
    core.gesture(key('Enter'))
    await eventually('the loss is shown', () =>
      core.shown.notices.some(({ fault }) => fault.kind === 'input-partly-sent'),
    )
    const sent = server.said.length
    const recoverMs = await timed(() =>
      eventually('the channel is back', () => {
        core.gesture(hover)
        return core.tile().control === 'ready'
      }),
    )
    await field.pass(field.clock(), 20, 1)
    assert.equal(server.said.length, sent, 'nothing is replayed')
    return { recoverMs }
  }),
  {
    id: 'control.taken-in-press',
    fault: 'another client takes control during a press',
    async run(field) {
      const { server, core } = await inHand(field)
      core.gesture(press())
      await eventually('the finger is down', () => pressing(server.said).length === 1)
      for (const socket of server.sockets()) socket.close(4409)
      await eventually('control is taken over', () => core.tile().control === 'taken')
      core.gesture(drag(60, 60))
      core.gesture(lift(60, 60))
      core.gesture(press(70, 70, 2))
      await field.pass(field.clock(), 20, 1)
      assert.equal(field.requests(/control$/).length, 1)
      assert.equal(pressing(server.said).length, 1)
      return { figure: '0 reconnects' }
    },
  },
  {
    id: 'control.strange-events',
    fault: 'events that are not JSON, of unknown type, truncated or binary',
    async run(field) {
      const { server, core, arrives } = await inHand(field)
      for (const socket of server.sockets()) {
        for (const text of [
          '{',
          '',
          'null',
          '[]',
          '{"type":"weather"}',
          '{"type":"ready"}',
          '{"type":"typed"}',
        ]) {
          socket.send(text)
        }
        socket.send(Buffer.from([1, 2, 3]))
        socket.send(JSON.stringify({ type: 'error', code: 7 }))
      }
      const recoverMs = await timed(async () => {
        core.gesture(key())
        await arrives('key')
      })
      assert.equal(core.tile().control, 'ready')
      assert.equal(field.requests(/control$/).length, 1)
      return { recoverMs, figure: '0 crashes' }
    },
  },
  {
    id: 'control.slow-order',
    fault: 'a link with 100 ms of latency',
    async run(field) {
      const service = await field.service()
      const proxy = await field.proxy(service.host)
      const core = await field.live(proxy.host)
      core.gesture(hover)
      await eventually('the control channel is ready', () => core.tile().control === 'ready')
      proxy.set({ kind: 'delay', ms: 100 })
      const recoverMs = await timed(async () => {
        for (const [number, x] of [20, 60, 100].entries()) {
          core.gesture(press(x, 200, number + 1))
          core.gesture(lift(x, 200, number + 1))
        }
        await eventually(
          'three taps arrive',
          async () => (await service.events('dev_1')).filter((event) => event.type === 'up').length === 3,
        )
      })
      const taps = (await service.events('dev_1')).filter(
        (event) => event.type === 'down' || event.type === 'up',
      )
      assert.deepEqual(
        taps.map((event) => `${event.type} ${String(event['x'])}`),
        ['down 20', 'up 20', 'down 60', 'up 60', 'down 100', 'up 100'],
      )
      return { recoverMs }
    },
  },
]
