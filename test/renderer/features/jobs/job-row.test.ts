// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import JobRow from '../../../../src-renderer/features/jobs/JobRow.vue'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

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
  it('names the fields of its launch as the form does', () => {
    showPhones([])
    const words = vocabularySchema.parse(vocabulary)
    useConnection().vocabularyState = { words, path: '', inUse: false, fault: null }
    const { part } = mountInPage(JobRow, {
      job: {
        ...{ id: '1', kind: 'warm_up', status: 'queued', result: null, publicId: 'a', createdAt: null },
        fields: { duration_s: 300 },
      },
    })
    expect(part.findAll('dt').map((name) => name.text())).toEqual(['Session length'])
    expect(part.find('dd').text()).toBe('300 s')
  })
})
