// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ActivityList from '../../../../src-renderer/features/history/ActivityList.vue'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { inFreshPage, mountInPage } from '../../mount-in-page'

describe('the activity of the inspected phones', () => {
  inFreshPage()
  const rows = async (publicIds: string[]) => {
    const entry = (publicId: string, phone: string) => ({
      at: 0,
      fleet: 'Lab',
      publicId,
      phone,
      what: 'action',
      outcome: 'done',
      about: 'tap',
      fault: null,
    })
    const entries = [entry('a', 'Aster 01'), entry('b', 'Birch 02')].slice(0, publicIds.length)
    const { part } = mountInPage(ActivityList, { publicIds }, { 'activity.list': { total: 2, entries } })
    await flushPromises()
    return part.findAll('li > span').map((row) => row.text())
  }

  it('names the phone of each entry where there are several', async () => {
    expect(await rows(['a', 'b'])).toEqual([
      'Aster 01 · Action · tap · done',
      'Birch 02 · Action · tap · done',
    ])
    expect(await rows(['a'])).toEqual(['Action · tap · done'])
  })

  it('leaves out phones of another service, which may have the same ids', async () => {
    const lab = { id: 'lab', name: 'Lab', baseUrl: 'https://phones.example/v1', kind: 'saved' } as const
    const others = [
      { ...lab, id: 'same', name: 'Lab, other key' },
      { ...lab, id: 'simulated', name: 'Simulated fleet', baseUrl: 'http://127.0.0.1:1/v1' },
    ]
    useFleets().replace({ fleets: [lab, ...others], activeId: 'lab', elsewhere: [], keychain: true })
    const { sent } = mountInPage(ActivityList, { publicIds: ['a'] })
    await flushPromises()
    expect(sent).toMatchObject([['activity.list', { query: { notFleets: ['Simulated fleet'] } }]])
  })
})
