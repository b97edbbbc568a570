// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import JobRow from '../../../../src-renderer/components/inspector/JobRow.vue'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

describe('a job in the inspector', () => {
  inFreshPage()

  it('shows flags in colour, and the fields without a place of their own', () => {
    showPhones([])
    const { part } = mountInPage(JobRow, {
      job: {
        id: '1',
        kind: 'account_status',
        status: 'completed',
        result: { posting: 'warning' },
        publicId: 'a',
        createdAt: null,
        fields: { id: '1', attempts: 2 },
      },
    })
    expect(part.find('dd .warning').text()).toBe('warning')
    expect(part.findAll('dt').map((name) => name.text())).toEqual(['posting', 'attempts'])
  })
})
