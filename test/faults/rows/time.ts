import assert from 'node:assert/strict'
import { eventually } from '../field'
import { fullUsage, problem, ready, usedUp } from '../hostile-server'
import type { Row } from '../row'
import { hover } from './gestures'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const usage = (remaining: number, resetsAt: string, budget = 'active_minutes') =>
  JSON.stringify({ ...fullUsage, [budget]: { ...usedUp, remaining }, resets_at: resetsAt })
const isoOf = (at: number) => new Date(at).toISOString()

interface Times {
  /** How far this machine's wall clock is off at the start, in ms. */
  offMs?: number
  /** How far it is moved while the core waits for the budget, in ms. */
  setMs?: number
  /** The service's time at the start. */
  serviceAt?: () => number
  /** How the service writes the time of the reset. */
  write?: (at: number) => string
  /** The `Date` header of its answers. */
  date?: (at: number) => string | null
  /** The time zone of this machine. */
  zone?: string
  /** How many early attempts are acceptable. */
  early?: number
}

/**
 * The action budget is used up for three hours while the pointer keeps moving over the phone. No control channel opens
 * before the budget resets by the service's clock; then one does.
 */
const parked = (id: string, fault: string, times: Times): Row => ({
  id: `time.${id}`,
  fault,
  runs: 1,
  async run(field) {
    const { offMs = 0, setMs = 0, serviceAt = Date.now, write = isoOf, early = 0 } = times
    const { date = (at) => new Date(at).toUTCString(), zone } = times
    const zoneBefore = process.env['TZ']
    if (zone !== undefined) process.env['TZ'] = zone
    try {
      const clock = field.clock()
      const begun = clock.monotonic()
      const startedAt = serviceAt()
      const serviceNow = () => startedAt + clock.monotonic() - begun
      const resetsAt = startedAt + 3 * hourMs
      let isUsedUp = false
      let tellsUsage = true
      const remaining = () => (isUsedUp && serviceNow() < resetsAt ? 0 : 1000)
      const dialled: number[] = []
      clock.setWall(startedAt - Date.now() + offMs)
      const server = await field.server({
        date: () => date(serviceNow()),
        control(socket) {
          dialled.push(serviceNow())
          socket.send(ready())
          if (remaining() === 0) socket.close(4290)
        },
        rest: {
          'GET /v1/usage': (request, response) => {
            if (tellsUsage) response.end(usage(remaining(), write(resetsAt), 'actions'))
            else problem(500, 'internal')(request, response)
          },
        },
      })
      const core = await field.live(server.host, { clock })
      const isReady = () => core.tile().control === 'ready'
      const hovering = async (ms: number, stepMs: number) => {
        for (let left = ms; left > 0; left -= stepMs) {
          core.gesture(hover)
          await field.pass(clock, stepMs, stepMs)
        }
      }
      core.gesture(hover)
      await eventually('the control channel is ready', isReady)
      isUsedUp = true
      for (const socket of server.sockets()) socket.close(4290)
      await hovering(10 * minuteMs, 1000)
      assert.equal(core.tile().controlFault?.kind, 'budget-used-up', 'the fault is shown')
      const parkedAfter = dialled.length
      // A misread reset time is never corrected by a later reading; only an early attempt asks for one.
      tellsUsage = early > 0
      clock.setWall(setMs)
      await hovering(2 * hourMs, 5000)
      const tooEarly = dialled.length - parkedAfter
      assert.ok(tooEarly <= early, `${tooEarly} attempts before the budget resets`)
      await hovering(52 * minuteMs, 5000)
      await eventually('the control channel is ready', isReady)
      const back = dialled[parkedAfter + tooEarly] ?? 0
      if (early === 0) assert.ok(back >= resetsAt, `back ${Math.round(resetsAt - back)} ms before`)
      const lateS = Math.max(0, Math.round((back - resetsAt) / 1000))
      assert.ok(lateS <= 60, `back ${lateS} s after`)
      return { figure: `${tooEarly} attempts too early, back ${lateS} s after` }
    } finally {
      if (zoneBefore === undefined) delete process.env['TZ']
      else process.env['TZ'] = zoneBefore
    }
  },
})

/** Writes a time as a zone's local time with its offset. */
const withOffset = (hours: number) => (at: number) =>
  `${isoOf(at + hours * hourMs).slice(0, 19)}${hours < 0 ? '-' : '+'}0${Math.abs(hours)}:00`

export const time: readonly Row[] = [
  parked('clock-ahead', 'this machine’s clock is a day ahead', { offMs: dayMs }),
  parked('clock-behind', 'this machine’s clock is a day behind', { offMs: -dayMs }),
  parked('set-back', 'the clock is set back a day while the core waits for the budget', {
    setMs: -dayMs,
  }),
  // It looks like a sleep, so the core makes one attempt.
  parked('set-ahead', 'the clock is set ahead a day while the core waits for the budget', {
    setMs: dayMs,
    early: 2,
  }),
  parked('no-date', 'the service’s answers have no Date', { date: () => null }),
  parked('odd-date', 'the service’s answers have an invalid Date', { date: () => 'half past nine' }),
  parked('summer-ends', 'summer time ends before the budget resets', {
    zone: 'Europe/Berlin',
    serviceAt: () => Date.UTC(2026, 9, 24, 23),
    write: withOffset(1),
  }),
  parked('summer-begins', 'summer time begins before the budget resets', {
    zone: 'America/New_York',
    serviceAt: () => Date.UTC(2027, 2, 14, 5),
    write: withOffset(-4),
  }),
  {
    id: 'time.budget-raised',
    fault: 'a used-up budget is raised before its reset',
    async run(field) {
      const clock = field.clock()
      let remaining = 1000
      const server = await field.server({
        stream(socket) {
          if (remaining === 0) socket.close(4290)
        },
        rest: {
          'GET /v1/usage': (_, response) => response.end(usage(remaining, isoOf(clock.now() + 3 * hourMs))),
        },
      })
      const core = await field.live(server.host, { clock })
      remaining = 0
      for (const socket of server.sockets()) socket.close(4290)
      await field.pass(clock, 10 * minuteMs, 1000)
      assert.equal(core.tile().fault?.kind, 'budget-used-up', 'the fault is shown')
      remaining = 500
      const isLive = () => core.tile().state === 'live'
      const recoverMs = await field.passUntil('the phone is live', isLive, clock, 1000)
      assert.ok(recoverMs <= 70_000, 'the next reading finds the raised budget')
      return { recoverMs }
    },
  },
  {
    id: 'time.far-reset',
    fault: 'resets_at is further away than a timer can wait',
    async run(field) {
      let remaining = 1000
      let dialled = 0
      const server = await field.server({
        stream(socket) {
          dialled += 1
          if (remaining === 0) socket.close(4290)
        },
        rest: {
          'GET /v1/usage': (_, response) => response.end(usage(remaining, isoOf(Date.now() + 60 * dayMs))),
        },
      })
      const core = await field.live(server.host)
      remaining = 0
      for (const socket of server.sockets()) socket.close(4290)
      await eventually('the fault is shown', () => core.tile().fault?.kind === 'budget-used-up')
      const before = dialled
      await field.pass(field.clock(), 100, 1)
      assert.equal(dialled - before, 0, 'an overlong timer does not fire at once')
      return { figure: `${dialled - before} attempts` }
    },
  },
]
