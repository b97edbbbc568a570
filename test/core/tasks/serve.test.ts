import { describe, expect, it } from 'vitest'
import type { FeatureContext } from '../../../src-main/core/feature/feature'
import type { PhoneTasks } from '../../../src-main/core/tasks/phone-tasks'
import { serveTasks } from '../../../src-main/core/tasks/serve'
import type { Task, TaskWork } from '../../../src-shared/features/task-state'
import { fakeTask } from '../../renderer/fake-phone'

const task = (id: string, work: TaskWork, ...publicIds: string[]) =>
  fakeTask(
    publicIds.map((publicId) => ({ publicId })),
    { id, work },
  )
const question: TaskWork = { kind: 'ask', action: { type: 'clipboard_get' } }

describe('what a window asks of tasks', () => {
  const acted: unknown[][] = []
  const touched: unknown[] = []
  const tasks = { ask: () => 't', actEach: () => 't', all: () => [] } as unknown as PhoneTasks
  const feature = serveTasks(
    { openFleet: () => ({ tasks }), fleetOrNull: () => ({ tasks }) } as FeatureContext<{ tasks: PhoneTasks }>,
    {
      flows: {
        acted: (...given) => void acted.push(given),
        touched: (publicIds) => void touched.push(publicIds),
      },
    },
  )

  it('tells a recorded flow of each question', () => {
    const action = { type: 'device_ip' } as const
    expect(feature.calls['devices.ask']({ publicIds: ['a', 'b'], action })).toEqual({ id: 't' })
    expect(acted).toEqual([
      ['a', action, [], undefined],
      ['b', action, [], undefined],
    ])
  })

  it('tells a recorded flow of no secret text, only that the phones are used', () => {
    acted.length = 0
    const acts = [{ publicId: 'a', action: { type: 'text' as const, text: 'pa55' } }]
    feature.calls['devices.actEach']({ acts, isSecret: true })
    expect([acted, touched]).toEqual([[], [['a']]])
    feature.calls['devices.actEach']({ acts, isSecret: false })
    expect(acted).toEqual([['a', acts[0]?.action, [], undefined]])
  })

  it('leaves what a sheet gave to the recording of the call', () => {
    acted.length = touched.length = 0
    const acts = [{ publicId: 'a', action: { type: 'text' as const, text: 'hi' } }]
    feature.calls['devices.actEach']({ acts, isSecret: false, columns: ['caption'] })
    expect([acted, touched]).toEqual([[], [['a']]])
  })

  it('shows a phone’s own window the questions and screenshots of that phone alone', () => {
    const own = [task('1', question, 'a'), task('2', { kind: 'screenshot' }, 'a')]
    const others = [
      task('3', question, 'a', 'b'),
      task('4', question, 'b'),
      task('5', { kind: 'act', action: { type: 'recalibrate' } }, 'a'),
    ]
    const { ofPhone, eventsOfPhone } = feature
    expect(ofPhone?.('a', { tasks: [...own, ...others] })).toEqual({ tasks: own })
    const all = (given: Task[]) => eventsOfPhone?.tasks?.('a', { type: 'tasks', tasks: given })
    expect(all([...others, ...own])).toEqual({ type: 'tasks', tasks: own })
    expect(all(others)).toBeNull()
    const seen = [...own, ...others].filter((each) =>
      eventsOfPhone?.task?.('a', { type: 'task', task: each }),
    )
    expect(seen).toEqual(own)
  })
})
