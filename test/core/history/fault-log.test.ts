import { beforeEach, describe, expect, it } from 'vitest'
import { createFaultLog } from '../../../src-main/core/history/fault-log'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const gone: Fault = { kind: 'network', reason: 'proxy-unreachable', host: 'proxy.example:1' }

describe('the log of faults', () => {
  let clock: FakeClock
  let lines: unknown[]
  let note: (fault: Fault) => void

  beforeEach(() => {
    clock = createFakeClock()
    lines = []
    note = createFaultLog(clock, { warn: ({ fault }: { fault: unknown }) => void lines.push(fault) })
  })

  it('has a fault once until it changes or has lasted', () => {
    for (let phone = 0; phone < 750; phone += 1) note(gone)
    expect(lines).toEqual([gone])
    note({ ...gone, reason: 'proxy-refused' })
    expect(lines).toHaveLength(2)
    clock.advance(600_000)
    note(gone)
    expect(lines).toHaveLength(3)
  })

  it('is not flooded by faults that all differ', () => {
    for (let nth = 0; nth < 3000; nth += 1) note({ kind: 'control-error', code: `c${nth}`, detail: '' })
    expect(lines.length).toBeLessThan(50)
  })

  it('names no phone, and holds no text of the service or a person', () => {
    note({ kind: 'problem', code: 'device_offline', status: 503, detail: 'Aster 01 is away.' })
    note({ kind: 'not-typed', skipped: ['p', 'w'] })
    note({ kind: 'socket-closed', code: 4404, reason: 'Aster 01' })
    note({ kind: 'not-found', what: 'phone', name: 'Aster 01' })
    expect(lines).toEqual([
      { kind: 'problem', code: 'device_offline', status: 503 },
      { kind: 'not-typed' },
      { kind: 'socket-closed', code: 4404 },
      { kind: 'not-found' },
    ])
  })
})
