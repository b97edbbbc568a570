// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { Task } from '../../../../src-shared/features/task-state'
import TaskRow from '../../../../src-renderer/features/tasks/TaskRow.vue'
import { formatTime } from '../../../../src-renderer/text/numbers'
import { inFreshPage, mountInPage } from '../../mount-in-page'

const at = Date.UTC(2026, 4, 20, 12, 6)
const task = (waitsUntil: number | null): Task => ({
  id: 'one',
  work: { kind: 'edit', edit: { notes: 'x' } },
  steps: [{ publicId: 'dev_0', deviceName: 'Aster 01', state: 'waiting', fault: null }],
  paused: false,
  waitsUntil,
  startedAt: 0,
  endedBy: null,
})

describe('a task that waits for the service', () => {
  inFreshPage()

  it('says until when, and asks now when a person says so', async () => {
    const { part, sent } = mountInPage(TaskRow, { task: task(at) })
    expect(part.text()).toContain(`Waiting until ${formatTime(at)}.`)
    await part
      .findAll('button')
      .find((each) => each.text() === 'Try now')
      ?.trigger('click')
    expect(sent).toContainEqual(['tasks.tryNow', { id: 'one' }])
  })

  it('offers nothing to try while it does not wait', () => {
    const { part } = mountInPage(TaskRow, { task: task(null) })
    expect(part.text()).not.toContain('Try now')
  })
})
