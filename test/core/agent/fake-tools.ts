import { setImmediate as turn } from 'node:timers/promises'
import { grantHourMs, type Grant } from '../../../src-shared/features/programs-state'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import type { Acted } from '../../../src-main/core/agent/acted'
import { AgentSession, type ToolResult } from '../../../src-main/core/agent/agent-session'
import type { ToolFleet } from '../../../src-main/core/agent/tool-fleet'
import type { ProgramCall } from '../../../src-main/core/history/note-programs'
import type { Clock } from '../../../src-main/core/time/clock'
import type { Fleet } from '../../../src-main/core/open-fleet/fleet'
import type { RecognizedLine } from '../../../src-main/core/pictures/looks'
import { picturesReading } from '../pictures/pictures-here'
import { fakeDevice, fakeTile, fakeUsage } from '../../renderer/fake-phone'
import { BenchPhone, words } from '../flows/run/flow-bench'
import { createFakeClock } from '../time/fake-clock'
import { grantOf } from './grants'

/** Counts the actions of an hour on the test's clock. */
export function actedOn(clock: Pick<Clock, 'now'>): Acted {
  const all: number[] = []
  return {
    get times() {
      return all.filter((at) => at > clock.now() - grantHourMs)
    },
    add() {
      const at = clock.now()
      all.push(at)
      return () => void all.splice(all.lastIndexOf(at), 1)
    },
  }
}

const named = { dev_a: 'Aster', dev_b: 'Birch', dev_c: 'Birch' }

/** Three phones on the test's clock, and programs with tools for them. */
export function fakeTools() {
  const clock = createFakeClock()
  const phones = new Map(
    Object.entries(named).map(([id, name]) => [id, new BenchPhone(clock, id, name, () => undefined)]),
  )
  const devices = Object.entries(named).map(([id, name]) => fakeDevice(id, { name }))
  const noted: ProgramCall[] = []
  const never = new AbortController().signal
  /** What the screens say. */
  const lines: RecognizedLine[] = []
  const busy = new Map<string, AutomationKind>()
  const interrupted: string[] = []
  const snapshots: string[] = []
  const tiles = devices.map(({ public_id: id }) => fakeTile(id))
  const usage = { usage: fakeUsage(), readAt: 0, fault: null }
  let snapshot: Buffer = Buffer.alloc(0)
  /** What each frame says; left out: they all say `lines`. */
  const screens: { read?: (jpeg: Buffer) => readonly RecognizedLine[] } = {}
  const fleet = {
    ...{ devices: { status: 'ready', devices, fault: null }, tiles, usage },
    nameOf: (id: string) => phones.get(id)?.name ?? id,
    busyAmong: (ids: readonly string[]) =>
      Promise.resolve(
        ids.flatMap((publicId) => (busy.has(publicId) ? { publicId, job: busy.get(publicId) } : [])),
      ),
    interruptJob: (id: string) => void interrupted.push(id),
    screenshot: {
      take(id: string) {
        snapshots.push(id)
        return Promise.resolve(snapshot)
      },
    },
  } as unknown as Fleet
  const tools: ToolFleet = {
    clock,
    pictures: picturesReading((jpeg) => Promise.resolve([...(screens.read?.(jpeg) ?? lines)])),
    words: () => words,
    fleet: () => fleet,
    phone(id) {
      const phone = phones.get(id)
      if (!phone) throw new Error(`no ${id} in this test`)
      return phone
    },
    isPaused: false,
    use: () => () => undefined,
    untouched: (_id, stop, work) => work(stop),
    nextTouch: () => never,
    inTurn: (_id, _caller, stop, work) => work(stop),
    activity: () => Promise.resolve([]),
    flowsFolder: '/nowhere',
    runFlows: () => Promise.reject(new Error('no flows in this test')),
  }
  /** Lets time pass until an answer is there. */
  const inTime = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    let isThere = false
    const end = () => void (isThere = true)
    answer.then(end, end)
    while (!isThere) {
      // What looks at pictures takes a few turns.
      for (let each = 0; each < 5 && !isThere; each += 1) await turn()
      if (!isThere) clock.runNext()
    }
    return answer
  }

  return {
    ...{ tools, fleet, clock, noted, lines, busy, interrupted, snapshots, tiles, usage, screens, inTime },
    phone: (id: keyof typeof named) => tools.phone(id) as BenchPhone,
    setSnapshot: (jpeg: Buffer) => (snapshot = jpeg),
    /** Connects a program. @param grant as it is now */
    program(grant: Partial<Grant> | (() => Grant) = {}, acted = actedOn(clock)) {
      const now = typeof grant === 'function' ? grant : () => grantOf(grant)
      const session = new AgentSession({
        open: () => Promise.resolve(tools),
        grant: now,
        name: () => 'Robot',
        acted,
        note: (call) => noted.push(call),
      })
      return {
        session,
        call: (tool: string, given: unknown = {}, stop = never): Promise<ToolResult> =>
          inTime(session.call(tool, given, stop)),
      }
    },
  }
}
export type FakeTools = ReturnType<typeof fakeTools>

/** What a program reads of an answer. */
export const textOf = ({ content: [first] }: ToolResult): string => (first?.type === 'text' ? first.text : '')
