import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { watchScreenLock } from '../../src-main/shell-electron/screen-lock'
import { createFakeClock } from '../core/time/fake-clock'

it('reports a lock by event or by the idle state, which does not end one of an event', () => {
  const clock = createFakeClock()
  let state: 'active' | 'locked' = 'active'
  const locks: boolean[] = []
  const monitor = Object.assign(new EventEmitter(), { getSystemIdleState: () => state })
  watchScreenLock(monitor as never, clock, (locked) => locks.push(locked))
  monitor.emit('lock-screen')
  clock.advance(5000)
  expect(locks).toEqual([true])
  monitor.emit('unlock-screen')
  state = 'locked'
  clock.advance(1000)
  state = 'active'
  clock.advance(1000)
  expect(locks).toEqual([true, false, true, false])
})
