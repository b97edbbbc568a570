// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFlowHistory } from '../../../../src-renderer/features/flows/flow-history'
import FlowsTab from '../../../../src-renderer/features/flows/FlowsTab.vue'
import { useSelection } from '../../../../src-renderer/stores/selection'
import type { KeptPhone, KeptRun } from '../../../../src-shared/features/flow-history-state'
import { fakeDevice } from '../../fake-phone'
import { flowsFolder, flowVerdicts, keptPhones, keptRuns } from '../../../gallery/flow-fixtures'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the history of runs in the tab of flows', () => {
  inFreshPage()
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(280)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(280)
    showPhones(['dev_0', 'dev_1'].map((id) => fakeDevice(id)))
  })
  afterEach(() => void vi.restoreAllMocks())

  const [newest = {} as KeptRun] = keptRuns
  const open = async (more: Readonly<Record<string, unknown>> = {}) => {
    const page = mountInPage(
      FlowsTab,
      {},
      {
        ...{ 'flows.list': flowsFolder, 'flows.history': { runs: keptRuns } },
        ...{ 'flows.kept': { phones: keptPhones }, 'flows.trends': { flows: [flowVerdicts] } },
        ...{ 'flows.verdicts': flowVerdicts, ...more },
      },
    )
    await flushPromises()
    return page
  }
  const button = (text: string) =>
    [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === text)
  const click = async (element: HTMLElement | null | undefined) => {
    if (!element) throw new Error('There is no such button.')
    element.click()
    await flushPromises()
  }
  const openNewest = async () => {
    await click(button('History'))
    await click(document.querySelector<HTMLElement>('[data-kept-run]'))
  }
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-kept-phone]')]

  it('lists runs with their verdicts and cost, and tells which was interrupted', async () => {
    await open()
    await click(button('History'))
    const [first, second] = [...document.querySelectorAll('[data-kept-run]')].map((each) => each.textContent)
    expect(first).toContain('Send a note, Browse')
    expect(first).toContain('4 passed, 1 failed, 1 stopped')
    expect(first).toContain('84 actions')
    expect(second).toContain('interrupted, 1 passed, 1 unknown, 1 not run')
  })

  it('says of each row of a sheet what is unknown, and where the results are', async () => {
    const row = { flow: 0, message: null, ms: 0, actions: 0, tries: 0 }
    const cases = [
      { ...row, title: 'Send a note (beta)', verdict: 'unknown' as const },
      { ...row, title: 'Send a note (gamma)', verdict: 'unrun' as const },
      { ...row, title: 'Send a note (delta)', verdict: 'passed' as const },
    ]
    await open({ 'flows.kept': { phones: [{ publicId: 'dev_0', name: 'Aster 01', cases }] } })
    await click(button('History'))
    await click(document.querySelectorAll<HTMLElement>('[data-kept-run]')[1])
    expect(rows()[0]?.textContent).toContain('Send a note (beta): unknown')
    expect(rows()[0]?.textContent).toContain('Send a note (gamma): not run')
    expect(rows()[0]?.textContent).not.toContain('delta')
    expect(document.body.textContent).toContain('Results: /results/killed')
  })

  it('opens a run: phones that failed first, each verdict in words, and why', async () => {
    await open()
    await openNewest()
    expect(rows().map((row) => row.querySelector('strong')?.textContent)).toEqual([
      ...['Birch 02', 'Cedar 03', 'Aster 01'],
    ])
    const [failed] = rows()
    expect(failed?.querySelector('[data-kept-verdict=failed]')?.getAttribute('aria-label')).toContain(
      'Send a note: failed',
    )
    expect(failed?.textContent).toContain('Send a note: "Hello" is not on the screen.')
    await click(button('Select 1 failed phone'))
    expect([...useSelection().ids]).toEqual(['dev_1'])
  })

  it('runs the same flows again, on the phones that are still there', async () => {
    const listed = { ...flowsFolder, files: flowsFolder.files.map((file) => ({ ...file, names: [] })) }
    const how = { retries: 2, isDivided: true }
    const { sent } = await open({
      'flows.list': listed,
      'flows.history': { runs: [{ ...newest, how }] },
    })
    await openNewest()
    await click(button('Run again on 2 phones'))
    expect(sent.find(([name]) => name === 'flows.run')?.[1]).toEqual({
      ...how,
      files: ['send-note.yaml', '/examples/browse.yaml'],
      publicIds: ['dev_0', 'dev_1'],
      env: {},
    })
    expect(useFlowHistory().shown).toBeNull()
  })

  it('says of a run with a sheet that its values are gone', async () => {
    await open({ 'flows.history': { runs: [{ ...newest, how: { hasRows: true } }] } })
    await openNewest()
    expect(document.body.textContent).toContain('Values of a sheet are not kept')
    expect(document.body.textContent).not.toContain('Run again on')
  })

  it('asks for values that it never kept, before it runs again', async () => {
    const { sent } = await open()
    await openNewest()
    await click(button('Run again on 2 phones'))
    expect(sent.some(([name]) => name === 'flows.run')).toBe(false)
    expect(document.body.textContent).toContain('Enter the values again')
    expect(document.querySelector('[data-flow-value=PASSWORD]')).not.toBeNull()
    expect([...useSelection().ids]).toEqual(['dev_0', 'dev_1'])
  })

  it('shows a flow’s last runs beside it, and opens them by phone', async () => {
    await open()
    const trend = document.querySelector<HTMLElement>('[data-flow="send-note.yaml"] [data-flow-trend]')
    expect(
      [...(trend?.querySelectorAll('[data-run]') ?? [])].map((each) => each.getAttribute('data-run')),
    ).toEqual(['passed', 'passed', 'failed', 'passed', 'failed', 'passed'])
    expect(trend?.textContent).toContain('3 of 10 differ')
    expect(trend?.getAttribute('aria-label')).toContain('Last 6 runs of Send a note: 4 passed, 2 failed.')
    await click(trend)
    expect(rows().map((row) => row.querySelectorAll('[data-kept-verdict=failed]').length)).toEqual([0, 2])
  })

  it('holds only the rows in sight of a run of 20 flows on 100 phones', async () => {
    const flows = Array.from({ length: 20 }, (_, at) => ({ file: `${at}.yaml`, name: `Flow ${at}` }))
    const [phone = {} as KeptPhone] = keptPhones
    const [one] = phone.cases
    const phones = Array.from({ length: 100 }, (_, at) => ({
      ...{ publicId: `dev_${at}`, name: `Phone ${at}` },
      cases: flows.map((__, flow) => ({ ...one, flow })),
    }))
    await open({ 'flows.history': { runs: [{ ...newest, flows, phones: 100 }] }, 'flows.kept': { phones } })
    await openNewest()
    expect(rows().length).toBeLessThan(40)
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('100')
    expect(rows()[0]?.querySelectorAll('[data-kept-verdict]')).toHaveLength(20)
  })

  it('goes from run to run with the arrow keys, and lets Tab reach one', async () => {
    await open()
    await click(button('History'))
    const [first, second] = [...document.querySelectorAll<HTMLElement>('[data-kept-run]')]
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1])
    first?.focus()
    first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    await flushPromises()
    expect(document.activeElement).toBe(second)
    expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0])
  })
})
