// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useFlowSetup } from '../../../../src-renderer/features/flows/flow-setup'
import { useFlowSheet } from '../../../../src-renderer/features/flows/flow-sheet'
import FlowsTab from '../../../../src-renderer/features/flows/FlowsTab.vue'
import { speak } from '../../../../src-renderer/text/current-language'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { useFlows } from '../../../../src-renderer/stores/flows'
import type { FlowRunState } from '../../../../src-shared/features/flows-state'
import { fakeDevice } from '../../fake-phone'
import { flowRecording, flowRun, flowsFolder, secondFlowRun } from '../../../gallery/flow-fixtures'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the tab of flows', () => {
  inFreshPage()
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(280)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(280)
  })
  afterEach(() => void vi.restoreAllMocks())
  const plan = { actions: 5, uploads: 0, minutes: 1, ms: 5000, promised: { actions: 0, uploads: 0 } }
  const show = async (run: FlowRunState) => {
    useFlows().replace({ recording: null, runs: [run] })
    await flushPromises()
  }
  const open = async (listed = flowsFolder) => {
    const page = mountInPage(FlowsTab, {}, { 'flows.list': listed, 'flows.plan': plan })
    await flushPromises()
    return page
  }
  const button = (text: string) =>
    [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === text)

  it('pauses and resumes a run with one button', async () => {
    const { sent } = await open()
    await show(flowRun)
    button('Pause run')?.click()
    await show({ ...flowRun, isPaused: true })
    button('Resume run')?.click()
    expect(sent.map(([name]) => name).filter((name) => /pause|resume/.test(name))).toEqual([
      'flows.pause',
      'flows.resume',
    ])
  })
  it('never moves the focus to a button that acts when a run begins or ends', async () => {
    await open()
    start()?.focus()
    await show(flowRun)
    expect(document.activeElement).toBe(start())
    button('Stop run')?.focus()
    // It gets the focus of what is removed inside of it.
    const place = button('Stop run')?.closest('[tabindex]')
    await show({ ...flowRun, isRunning: false })
    expect(button('Rerun what didn’t pass on 1 phone')?.closest('[tabindex]')).toBe(place)
    expect([place?.isConnected, document.activeElement?.matches('button')]).toEqual([true, false])
  })
  it('holds only the rows in sight of a run on hundreds of phones', async () => {
    await open()
    const [phone] = flowRun.phones
    if (!phone) throw new Error('The run has no phone.')
    const phones = Array.from({ length: 300 }, (_, at) => ({ ...phone, publicId: `dev_${at}` }))
    await show({ ...flowRun, phones })
    const rows = document.querySelectorAll('[data-flow-phone]')
    expect([rows.length < 40, rows[0]?.getAttribute('aria-setsize')]).toEqual([true, '300'])
  })
  it('shows the phones that failed first when a run has ended, and then those stopped', async () => {
    await open()
    const states = ['passed', 'stopped', 'failed', 'stopped', 'failed'] as const
    const phones = flowRun.phones
      .slice(0, 1)
      .flatMap((phone) => states.map((state, at) => ({ ...phone, state, publicId: `dev_${at}` })))
    await show({ ...flowRun, phones, isRunning: false })
    const rows = [...document.querySelectorAll('[data-flow-phone] .phone > .state')]
    const shown = ['failed', 'failed', 'stopped', 'stopped', 'passed']
    expect(rows.map((each) => each.textContent)).toEqual(shown)
  })
  it('offers nothing to stop while the report is being written', async () => {
    await open()
    await show({ ...flowRun, isReporting: true })
    expect(document.body.textContent).toContain('Writing the report…')
    expect([button('Pause run'), button('Stop run')]).toEqual([undefined, undefined])
  })
  it('names the phone of each button that shows one', async () => {
    await open()
    await show(flowRun)
    const labels = [...document.querySelectorAll('button[aria-label^="View phone"]')]
    expect(labels.map((each) => each.getAttribute('aria-label'))).toEqual([
      'View phone: Aster 01',
      'View phone: Birch 02',
      'View phone: Cedar 03',
    ])
  })
  const row = (file: string) => document.querySelector<HTMLElement>(`[data-flow="${file}"]`)
  const field = (name: string) => document.querySelector<HTMLInputElement>(`[data-flow-value="${name}"]`)
  const type = async (input: HTMLInputElement | null | undefined, value: string) => {
    if (!input) throw new Error('There is no such field.')
    input.value = value
    input.dispatchEvent(new Event('input'))
    await flushPromises()
  }
  const start = () => document.querySelector<HTMLButtonElement>('.start .primary')
  const beside = () => document.querySelector('.start [role=status]')?.textContent.trim()
  const mayStart = () => start()?.getAttribute('aria-disabled') === 'false'

  it('runs chosen flows with values, secrets masked, and options', async () => {
    showPhones(['a', 'b', 'c'].map((id) => fakeDevice(id)))
    const { sent } = await open()
    expect([field('TEXT'), mayStart()]).toEqual([null, false])
    row('send-note.yaml')?.querySelector('label')?.click()
    row('/examples/browse.yaml')?.querySelector('label')?.click()
    await flushPromises()
    expect([field('TEXT')?.type, field('PASSWORD')?.type]).toEqual(['text', 'password'])
    await type(field('PASSWORD'), 'hunter2')
    const [retries, timeout, mostActions] = document.querySelectorAll<HTMLInputElement>('input[type=number]')
    await type(retries, '2')
    await type(timeout, '0')
    await type(mostActions, '4')
    expect(mayStart()).toBe(false)
    await type(mostActions, '5')
    await type(retries, '101')
    expect([retries?.getAttribute('aria-invalid'), mayStart()]).toEqual(['true', false])
    expect(document.body.textContent).toContain('A whole number from 0 to 100.')
    await type(retries, '2')
    document.querySelector<HTMLElement>('.check')?.click()
    await flushPromises()
    expect(start()?.textContent.trim()).toBe('Run on 2 phones')
    start()?.click()
    await flushPromises()
    const options = { retries: 2, timeoutS: 0, mostActions: 5, isDivided: true }
    const run = { files: ['send-note.yaml', '/examples/browse.yaml'], publicIds: ['a', 'b', 'c'], ...options }
    expect(sent.findLast(([name]) => name === 'flows.plan')).toEqual(['flows.plan', run])
    expect(sent.at(-1)).toEqual(['flows.run', { ...run, env: { PASSWORD: 'hunter2' } }])
  })

  it('takes a click on Run during a check of the flows, and says nothing of zeros', async () => {
    showPhones([fakeDevice('a')])
    const listed = { ...flowsFolder, files: flowsFolder.files.slice(0, 1) }
    const answers: Record<string, unknown> = { 'flows.list': listed, 'flows.plan': plan }
    const { sent } = mountInPage(FlowsTab, {}, answers)
    await flushPromises()
    expect(document.querySelector('.start')?.textContent).toContain(
      '1 flow on 1 phone. This needs at least 5 actions, 1 active minute, 5 s.',
    )
    start()?.focus()
    const [retries] = document.querySelectorAll<HTMLInputElement>('input[type=number]')
    let resolve: (answer: unknown) => void = () => undefined
    answers['flows.plan'] = new Promise((answer) => (resolve = answer))
    await type(retries, '2')
    start()?.click()
    await flushPromises()
    expect([mayStart(), start()?.disabled, document.activeElement === start()]).toEqual([true, false, true])
    expect(sent.at(-1)?.[0]).toBe('flows.plan')
    resolve(plan)
    await flushPromises()
    expect(sent.at(-1)).toMatchObject(['flows.run', { retries: 2 }])
  })

  it('shows the run that began last or is chosen, and who waits for whom', async () => {
    await open()
    await show(flowRun)
    useFlows().replace({ recording: null, runs: [flowRun, secondFlowRun] })
    await flushPromises()
    const shown = () => [...document.querySelectorAll('[data-flow-phone]')].map((each) => each.textContent)
    expect(shown().every((text) => text?.includes('Waits for Run 1: Send a note'))).toBe(true)
    expect(shown()).toHaveLength(2)
    const runs = [...document.querySelectorAll<HTMLElement>('[data-flow-run] button')]
    expect(runs.map(({ textContent }) => textContent?.split('phone')[0])).toEqual([
      'Run 2: Browse and 1 more2 ',
      'Run 1: Send a note3 ',
    ])
    runs[1]?.click()
    useFlows().take({ type: 'flow-runs', runs: [{ ...flowRun, isPaused: true }] })
    await flushPromises()
    expect([runs[1]?.getAttribute('aria-current'), shown().length]).toEqual(['true', 3])
    expect(button('Resume run')).toBeDefined()
  })

  it('runs the rows of a sheet, for the selected phones, once nothing is wrong', async () => {
    showPhones(['a', 'b', 'c'].map((id) => fakeDevice(id)))
    const listed = { ...flowsFolder, files: flowsFolder.files.slice(0, 1) }
    const table = 'public_id;TEXT;PASSWORD\na;one;p1\na;two;p2\nb;;p3\nz;four;p4\n'
    const kept = { 'sheets.list': { names: ['s.csv'] }, 'sheets.read': { base64: btoa(table) } }
    const { sent } = mountInPage(FlowsTab, {}, { 'flows.list': listed, 'flows.plan': plan, ...kept })
    await flushPromises()
    const choice = document.querySelector<HTMLSelectElement>('select[aria-label="Values from a sheet"]')
    if (!choice) throw new Error('There is no choice of sheets.')
    choice.value = 's.csv'
    choice.dispatchEvent(new Event('change'))
    await flushPromises()
    const told = () => document.querySelector('.sheet')?.textContent
    expect(told()).toContain('2 rows for 1 phone. Columns: TEXT, PASSWORD')
    expect(told()).toContain('Line 4: the cell TEXT is empty')
    expect(told()).toContain('Line 5: this fleet has no phone z')
    expect(mayStart()).toBe(false)
    expect(beside()).toContain('2 lines of the sheet can’t be used: see above.')
    // A value that the person types serves the rows without one.
    await type(field('TEXT'), 'typed')
    expect([told()?.includes('Line 4'), told()?.includes('3 rows for 2 phones')]).toEqual([false, true])
    document.querySelector<HTMLElement>('.sheet .check')?.click()
    useSelection().select(['b', 'c'])
    await flushPromises()
    expect(start()?.textContent.trim()).toBe('Run on 1 phone')
    useFlowSetup().options.isDivided = true
    await flushPromises()
    start()?.click()
    await flushPromises()
    expect(sent.at(-1)).toMatchObject([
      'flows.run',
      {
        publicIds: ['b'],
        isDivided: false,
        env: { TEXT: 'typed' },
        rows: [{ publicId: 'b', line: 4, values: { PASSWORD: 'p3' } }],
      },
    ])
    expect(document.body.innerHTML).not.toMatch(/p[123]\b/)
  })

  it('follows the language with what stands in its fields', async () => {
    onTestFinished(() => speak('en'))
    await open()
    const empty = () =>
      [...document.querySelectorAll<HTMLInputElement>('[type=number]')].map((each) => each.placeholder)
    expect(empty()).toContain('no limit')
    await speak('de')
    await flushPromises()
    expect(empty()).toContain('kein Limit')
  })

  it('says beside its button why nothing can run', async () => {
    await open()
    expect(beside()).toBe('Choose a flow.')
  })

  it('counts the places of a sheet without names along the phones of the run', async () => {
    showPhones(['a', 'b'].map((id) => fakeDevice(id)))
    const listed = { ...flowsFolder, files: flowsFolder.files.slice(0, 1) }
    mountInPage(FlowsTab, {}, { 'flows.list': listed, 'flows.plan': plan })
    useFlowSheet().open(new TextEncoder().encode('TEXT,PASSWORD\none,p1\n'), 's.csv')
    useSelection().select(['b'])
    await flushPromises()
    expect(start()?.textContent.trim()).toBe('Run on 1 phone')
  })

  it('shows what is recorded in place of the history', async () => {
    await open()
    button('History')?.click()
    await flushPromises()
    useFlows().take({ type: 'flow-recording', recording: flowRecording })
    await flushPromises()
    expect(button('History')?.getAttribute('aria-pressed')).toBe('false')
  })

  it('refuses a sheet without a column that the flows need', async () => {
    showPhones([fakeDevice('a')])
    const listed = { ...flowsFolder, files: flowsFolder.files.slice(0, 1) }
    mountInPage(FlowsTab, {}, { 'flows.list': listed, 'flows.plan': plan })
    useFlowSheet().open(new TextEncoder().encode('public_id,TEXT\na,one\n'), 's.csv')
    await flushPromises()
    expect(document.querySelector('.sheet')?.textContent).toContain('Line 1: there is no column PASSWORD')
    expect(mayStart()).toBe(false)
    expect(beside()).toContain('The sheet doesn’t fit: there is no column PASSWORD.')
    await type(field('PASSWORD'), 'hunter2')
    expect(mayStart()).toBe(true)
  })

  it('chooses all flows with a tag, and none of them by a second press', async () => {
    await open()
    const tag = (name: string) => document.querySelector<HTMLElement>(`[data-flow-tag="${name}"]`)
    const chosen = () => [...document.querySelectorAll('[data-flow] :checked')].length
    tag('daily')?.click()
    await flushPromises()
    expect([chosen(), tag('smoke')?.getAttribute('aria-pressed')]).toEqual([1, 'mixed'])
    tag('smoke')?.click()
    await flushPromises()
    expect([chosen(), tag('smoke')?.getAttribute('aria-pressed')]).toEqual([2, 'true'])
    tag('smoke')?.click()
    await flushPromises()
    expect(chosen()).toBe(0)
  })

  it('starts one run for two clicks, also with names that objects have', async () => {
    showPhones([fakeDevice('a')])
    const [file] = flowsFolder.files
    if (!file) throw new Error('There is no flow.')
    const { sent } = await open({ ...flowsFolder, files: [{ ...file, names: ['constructor', '__proto__'] }] })
    await flushPromises()
    expect([field('constructor')?.value, field('__proto__')?.value]).toEqual(['', ''])
    await type(field('__proto__'), 'Ada')
    start()?.click()
    start()?.click()
    await flushPromises()
    const runs = sent.filter(([name]) => name === 'flows.run')
    expect(runs).toHaveLength(1)
    expect(Object.entries((runs[0]?.[1] as { env: object }).env)).toEqual([['__proto__', 'Ada']])
  })

  it('takes a plan that comes after the fleet has told the same phones once more', async () => {
    showPhones([fakeDevice('a')])
    const { files } = flowsFolder
    mountInPage(
      FlowsTab,
      {},
      { 'flows.list': { ...flowsFolder, files: files.slice(0, 1) }, 'flows.plan': plan },
    )
    for (let at = 0; at < 8; at += 1) {
      await Promise.resolve()
      showPhones([fakeDevice('a')])
    }
    await flushPromises()
    expect(mayStart()).toBe(true)
  })

  it('says what would stand there, above the examples', async () => {
    const files = flowsFolder.files.filter(({ isExample }) => isExample)
    await open({ ...flowsFolder, files })
    expect(document.body.textContent).toContain('No flows of your own yet.')
    expect([button('Record flow') === undefined, row('/examples/browse.yaml') === null]).toEqual([
      false,
      false,
    ])
  })

  it('shows the steps of a recording as they are made, and takes the last one back', async () => {
    const { sent } = await open()
    useFlows().replace({ recording: { ...flowRecording, inputs: 0, steps: [] }, runs: [] })
    useFlows().take({ type: 'flow-recording', recording: flowRecording })
    await flushPromises()
    const steps = [...document.querySelectorAll('[data-recorded-step]')].map(({ textContent }) => textContent)
    expect(steps).toEqual(flowRecording.steps)
    button('Undo step')?.click()
    expect(sent.at(-1)).toEqual(['flows.undoStep', {}])
  })

  it('runs on the focus view’s phone, else the selection, else all that are shown', async () => {
    showPhones(['a', 'b', 'c', 'd'].map((id) => fakeDevice(id)))
    await open()
    const run = () => document.querySelector('.start .primary')?.textContent.trim()
    expect(run()).toBe('Run on 4 phones')
    useSelection().select(['a', 'b', 'c'])
    useView().current = 'd'
    await flushPromises()
    expect(run()).toBe('Run on 3 phones')
    useView().open('d')
    await flushPromises()
    expect(run()).toBe('Run on 1 phone')
  })
})
