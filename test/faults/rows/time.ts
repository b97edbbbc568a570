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
  /** By how much this machine's wall clock is off from the start, in ms. */
  offMs?: number
  /** By how much it is set while the budget is waited for, in ms. */
  setMs?: number
  /** The service's time at the start. */
  serviceAt?: () => number
  /** How the service says when the budget is full again. */
  write?: (at: number) => string
  /** The `Date` of its answers. */
  date?: (at: number) => string | null
  /** The time zone of this machine. */
  zone?: string
  /** How many attempts before that are no harm. */
  early?: number
}

/**
 * The actions are used up for three hours under a hand that goes over the phone all the time: no control channel is opened
 * before there are some again by the service's clock, and then one is.
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
      assert.equal(core.tile().controlFault?.kind, 'budget-used-up', 'it is told')
      const parkedAfter = dialled.length
      // No later reading makes up for an instant that was taken for another; only an early attempt needs one.
      tellsUsage = early > 0
      clock.setWall(setMs)
      await hovering(2 * hourMs, 5000)
      const tooEarly = dialled.length - parkedAfter
      assert.ok(tooEarly <= early, `${tooEarly} attempts before the budget is full again`)
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

/** As the clock of a zone shows it, with its offset. */
const withOffset = (hours: number) => (at: number) =>
  `${isoOf(at + hours * hourMs).slice(0, 19)}${hours < 0 ? '-' : '+'}0${Math.abs(hours)}:00`

export const time: readonly Row[] = [
  parked('clock-ahead', 'this machine’s clock is a day ahead', { offMs: dayMs }),
  parked('clock-behind', 'this machine’s clock is a day behind', { offMs: -dayMs }),
  parked('set-back', 'the clock is set back by a day while a used-up budget is waited for', {
    setMs: -dayMs,
  }),
  // It looks like a sleep, so that one attempt is made.
  parked('set-ahead', 'the clock is set ahead by a day while a used-up budget is waited for', {
    setMs: dayMs,
    early: 2,
  }),
  parked('no-date', 'the service’s answers have no Date', { date: () => null }),
  parked('odd-date', 'the service’s answers have a Date that is none', { date: () => 'half past nine' }),
  parked('summer-ends', 'summer time ends before the budget is full again', {
    zone: 'Europe/Berlin',
    serviceAt: () => Date.UTC(2026, 9, 24, 23),
    write: withOffset(1),
  }),
  parked('summer-begins', 'summer time begins before the budget is full again', {
    zone: 'America/New_York',
    serviceAt: () => Date.UTC(2027, 2, 14, 5),
    write: withOffset(-4),
  }),
  {
    id: 'time.budget-raised',
    fault: 'a used-up budget is raised before it is due to be full again',
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
      assert.equal(core.tile().fault?.kind, 'budget-used-up', 'it is told')
      remaining = 500
      const isLive = () => core.tile().state === 'live'
      const recoverMs = await field.passUntil('the phone is live', isLive, clock, 1000)
      assert.ok(recoverMs <= 70_000, 'the next reading tells it')
      return { recoverMs }
    },
  },
  {
    id: 'time.far-reset',
    fault: 'resets_at is further away than a timer can be',
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
      await eventually('it is told', () => core.tile().fault?.kind === 'budget-used-up')
      const before = dialled
      await field.pass(field.clock(), 100, 1)
      assert.equal(dialled - before, 0, 'a timer that is too long must not fire at once')
      return { figure: `${dialled - before} attempts` }
    },
  },
]
