// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import WorkStatus from '../../../../src-renderer/app/panel/WorkStatus.vue'
import { usePanel } from '../../../../src-renderer/stores/panel'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import { inFreshPage, mountInPage } from '../../mount-in-page'

const stepOn = (publicId: string, state: 'failed' | 'unknown' | 'done') => ({
  publicId,
  deviceName: publicId,
  state,
  fault: null,
})

describe('what the status line says of work', () => {
  inFreshPage()

  it('counts the phones on which tasks failed, and leads to them', async () => {
    useTasks().replace([
      {
        id: 'one',
        work: { kind: 'act', action: { type: 'device_ip' } },
        steps: [stepOn('a', 'failed'), stepOn('b', 'unknown'), stepOn('c', 'done')],
        paused: false,
        waitsUntil: null,
        startedAt: 0,
        endedBy: null,
      },
    ])
    const { part } = mountInPage(WorkStatus)
    await nextTick()
    const button = part.find('button')
    expect(button.text()).toBe('Tasks 2 failed')
    expect(button.attributes('title')).toContain('2 failed or unconfirmed')
    await button.trigger('click')
    expect(usePanel().shows('tasks')).toBe(true)
  })
})
