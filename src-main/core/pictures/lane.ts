import type { CancelTimer, Clock } from '../time/clock'
import { unlessStopped } from '../time/unless-stopped'
import { LookFailed, type Look } from './looks'
import type { PictureProcess } from './picture-process'

// A busy computer may take long to load the languages of text recognition.
const startWithinMs = 60_000
// A process takes up to 200 MB, which nothing needs between two runs.
const idleMs = 60_000
// A phone whose picture took too much holds up the others at most this often.
const restMs = 30_000
// A broken installation is not tried with each frame.
const restAfterFailedStartMs = 10_000
const mostStarts = 3
const noStart = 'The process that looks at pictures did not start.'
// Other programs use the processor too: a look may last this many times its own share.
const patience = 8

export interface LaneOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>
  start: () => PictureProcess
}

/** One process that looks at pictures, one after the other. It starts with the first look, and again after it ended. */
export interface Lane {
  /**
   * Asks for a look. The phone that was served longest ago comes first.
   * @param cpuMs how much time of the processor the look may take, in ms
   * @param stop takes the look out of the lane
   * @throws LookFailed, also when the look took too much: then the process ends, and a new one serves the others.
   * The reason of `stop`
   */
  ask(phone: string, look: Look, cpuMs: number, stop?: AbortSignal): Promise<unknown>
  /** A person touches a phone: the process leaves the processor to them for a while. */
  giveWay(): void
  /** Starts the process, for looks that come within a minute. */
  warmUp(): void
  close(): void
}

interface Asked {
  phone: string
  look: Look
  cpuMs: number
  resolve: (found: unknown) => void
  reject: (error: LookFailed) => void
  stop?: AbortSignal | undefined
  /** Whether its first process ended from outside. */
  isSecond: boolean
}

const tooMuch = 'The picture took too much time or memory to look at.'

export function createLane({ clock, start }: LaneOptions): Lane {
  const waiting: Asked[] = []
  const servedAt = new Map<string, number>()
  const restsUntil = new Map<string, number>()
  let child: PictureProcess | null = null
  let isReady = false
  let isClosed = false
  let startsFrom = -Infinity
  let failedStarts = 0
  let asked: Asked | null = null
  let cancelTimer: CancelTimer = () => undefined

  const within = (ms: number, run: () => void) => {
    cancelTimer()
    cancelTimer = clock.after(ms, run)
  }
  const drop = () => {
    cancelTimer()
    const ended = child
    child = null
    isReady = false
    ended?.kill()
  }
  const failAll = (message: string) => {
    drop()
    const all = [...(asked ? [asked] : []), ...waiting.splice(0)]
    asked = null
    for (const { reject } of all) reject(new LookFailed(message))
  }
  /** A look took too much. What else its phone asked for fails too. */
  const overrun = () => {
    drop()
    const failed = asked
    asked = null
    if (failed) {
      restsUntil.set(failed.phone, clock.monotonic() + restMs)
      const others = waiting.splice(0)
      waiting.push(...others.filter(({ phone }) => phone !== failed.phone))
      for (const { reject } of [failed, ...others.filter(({ phone }) => phone === failed.phone)])
        reject(new LookFailed(tooMuch))
    }
    pump()
  }
  /** The process ended, and not by its limits: its look is asked once more. A picture may end a second one, too. */
  const endedFromOutside = () => {
    if (asked?.isSecond) return overrun()
    drop()
    if (asked) waiting.push({ ...asked, isSecond: true })
    asked = null
    pump()
  }
  /** A process ended before it was ready. One that somebody killed is no broken installation: a second one is tried. */
  const endedEarly = () => {
    failedStarts += 1
    if (failedStarts >= mostStarts) return failStart()
    drop()
    begin()
  }
  const failStart = () => {
    failedStarts = 0
    startsFrom = clock.monotonic() + restAfterFailedStartMs
    failAll(noStart)
  }
  const begin = () => {
    const begun = start()
    child = begun
    within(startWithinMs, failStart)
    begun.onAnswer((answer) => {
      if (child !== begun) return
      if (answer.is === 'ready') {
        isReady = true
        failedStarts = 0
        pump()
        return
      }
      if (answer.is === 'overrun') return overrun()
      const answered = asked
      asked = null
      if (answer.is === 'found') answered?.resolve(answer.found)
      else answered?.reject(new LookFailed(answer.why))
      pump()
    })
    begun.onExit(() => {
      if (child !== begun) return
      if (isReady) endedFromOutside()
      else endedEarly()
    })
  }
  const servedLast = ({ phone }: Asked) => servedAt.get(phone) ?? -Infinity
  const takeNext = (): Asked | undefined => {
    const next = waiting.reduce<Asked | undefined>(
      (best, each) => (best && servedLast(best) <= servedLast(each) ? best : each),
      undefined,
    )
    if (next) waiting.splice(waiting.indexOf(next), 1)
    return next
  }
  const pump = () => {
    if (asked) return
    for (const stopped of waiting.filter(({ stop }) => stop?.aborted))
      waiting.splice(waiting.indexOf(stopped), 1)
    if (waiting.length === 0) {
      if (isReady) within(idleMs, drop)
      return
    }
    if (!child) begin()
    if (!child || !isReady) return
    const next = takeNext()
    if (!next) return
    asked = next
    servedAt.set(next.phone, clock.monotonic())
    within(patience * next.cpuMs, overrun)
    child.ask(next.look, next.cpuMs)
  }

  return {
    ask(phone, look, cpuMs, stop) {
      const found = new Promise((resolve, reject) => {
        if (isClosed) return reject(new LookFailed('The program is closing.'))
        if ((restsUntil.get(phone) ?? -Infinity) > clock.monotonic()) return reject(new LookFailed(tooMuch))
        if (startsFrom > clock.monotonic()) return reject(new LookFailed(noStart))
        waiting.push({ phone, look, cpuMs, resolve, reject, stop, isSecond: false })
        pump()
      })
      return stop ? unlessStopped(found, stop) : found
    },
    giveWay() {
      if (isReady) child?.giveWay()
    },
    warmUp() {
      if (!isClosed && !child && startsFrom <= clock.monotonic()) begin()
    },
    close() {
      isClosed = true
      failAll('The program is closing.')
    },
  }
}
