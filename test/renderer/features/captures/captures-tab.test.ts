// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import CapturesTab from '../../../../src-renderer/features/captures/CapturesTab.vue'
import { useCaptures } from '../../../../src-renderer/features/captures/captures'
import { useConversions } from '../../../../src-renderer/features/captures/conversions'
import { feature } from '../../../../src-renderer/features/captures/feature'
import { useDevices } from '../../../../src-renderer/stores/devices'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { usePanel } from '../../../../src-renderer/stores/panel'
import { useRecordings } from '../../../../src-renderer/stores/recordings'
import { useSelection } from '../../../../src-renderer/stores/selection'
import type { Capture } from '../../../../src-shared/features/captures'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const capture = (id: string, over: Partial<Capture> = {}): Capture => ({
  id,
  kind: 'screenshot',
  path: `/captures/Lab/${id}.jpg`,
  name: `Lab/${id}.jpg`,
  publicIds: ['dev_a'],
  phone: 'Aster',
  bytes: 1000,
  at: 0,
  isMissing: false,
  ...over,
})
const recording = (id: string) =>
  capture(id, { kind: 'recording', path: `/captures/Lab/${id}.mkv`, name: `Lab/${id}.mkv` })

describe('the tab of captures', () => {
  inFreshPage()
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(280)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(280)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const open = async (captures: readonly Capture[], answers = {}) => {
    showPhones([fakeDevice('dev_a', { name: 'Aster' }), fakeDevice('dev_b', { name: 'Birch' })])
    const page = mountInPage(
      CapturesTab,
      {},
      { 'captures.list': { captures, folders: ['/captures', '/films'] }, ...answers },
    )
    await flushPromises()
    return page
  }
  const rows = () => [...document.querySelectorAll('[data-capture]')]
  const button = (name: string, within: ParentNode = document) =>
    [...within.querySelectorAll('button')].find((each) => each.textContent.trim() === name)
  const said = () => rows().map((row) => row.textContent)

  it('lists each kind with what can be done with it', async () => {
    await open([
      recording('film'),
      capture('shot'),
      capture('sheet', { kind: 'sheet', name: 'sheet.pdf', publicIds: ['dev_a', 'dev_b'], phone: '' }),
      capture('video', { kind: 'recording', name: 'video.mp4' }),
      capture('gone', { isMissing: true }),
    ])
    const offered = rows().map((row) =>
      [...row.querySelectorAll('button')].map((each) =>
        (each.querySelector('.texts > :first-child') ?? each).textContent.trim(),
      ),
    )
    expect(rows().map((row) => row.getAttribute('data-capture'))).toEqual([
      'recording',
      'screenshot',
      'sheet',
      'recording',
      'screenshot',
    ])
    expect(offered).toEqual([
      ['Convert…', 'Copy path', 'Delete'],
      ['Copy', 'Copy path', 'Delete'],
      ['Copy path', 'Delete'],
      ['Copy path', 'Delete'],
      ['Remove from list'],
    ])
    expect(document.body.textContent).toContain('Folders: /captures · /films')
    expect(said()[0]).toContain('Recording')
    expect(said()[2]).toContain('2 phones')
    expect(said()[3]).toMatch(/video\.mp4\s*Video/)
    expect(said()[4]).toContain('File is missing')
  })

  it('keeps only the rows in sight in the page, and asks for their pictures alone', async () => {
    vi.useFakeTimers()
    const { sent } = await open(Array.from({ length: 10_000 }, (_, at) => capture(`shot ${at}`)))
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('10000')
    expect(rows().length).toBeLessThan(20)
    const scroller = document.querySelector('.rows')
    const scrollTo = async (top: number) => {
      if (scroller) scroller.scrollTop = top
      scroller?.dispatchEvent(new Event('scroll'))
      await flushPromises()
    }
    await scrollTo(200_000)
    await scrollTo(400_000)
    await vi.advanceTimersByTimeAsync(200)
    const asked = sent.flatMap(([name, params]) =>
      name === 'captures.thumbnail' ? [(params as { id: string }).id] : [],
    )
    expect(asked.length).toBe(rows().length)
    expect(asked.every((id) => Number(id.slice(5)) > 7000)).toBe(true)
  })

  it('says that there are older ones than it lists', async () => {
    const { sent } = await open([], {
      'captures.list': { captures: [capture('shot')], isPart: true, folders: [] },
    })
    expect(document.querySelector('[role=status]')?.textContent).toBe('The newest capture')
    // The phones of the fleet may be known only now, or be others.
    useDevices().replace({ status: 'loading', devices: [], fault: null })
    await flushPromises()
    expect(sent.filter(([name]) => name === 'captures.list')).toHaveLength(2)
  })

  it('names the file of each button to those who hear it alone', async () => {
    await open([recording('film'), capture('shot'), capture('gone', { isMissing: true })])
    const names = rows().flatMap((row) =>
      [...row.querySelectorAll('button')].map((each) => each.getAttribute('aria-label')),
    )
    expect(names).toEqual([
      'Convert…: film.mkv',
      'Copy path: film.mkv',
      'Delete: film.mkv',
      'Copy: shot.jpg',
      'Copy path: shot.jpg',
      'Delete: shot.jpg',
      'Remove from list: gone.jpg',
    ])
  })

  it('shows what concerns the selected phones', async () => {
    useRecordings().replace({
      running: [{ publicId: 'dev_b', deviceName: 'Birch', startedAt: Date.now() - 65_000, bytes: 2000 }],
      bytesLeft: null,
    })
    const { sent } = await open([
      capture('a'),
      capture('b', { publicIds: ['dev_b'] }),
      capture('c', { publicIds: [] }),
    ])
    expect(rows()).toHaveLength(4)
    useSelection().select(['dev_b'])
    usePanel().ofSelection = true
    await flushPromises()
    expect(rows()).toHaveLength(2)
    expect(said()[0]).toMatch(/Birch.*1:05/)
    expect(feature.tabs.captures.running()).toBe(1)
    button('Stop')?.click()
    expect(sent).toContainEqual(['recordings.stop', { publicIds: ['dev_b'] }])
  })

  it('shows how far a conversion is, and keeps its file from being deleted', async () => {
    const film = recording('film')
    useConversions().add([film], { format: 'mp4', isCaptioned: false })
    useConversions().change(0, { state: 'running', share: 0.4 })
    await open([film])
    expect(document.querySelector('[data-conversion=running]')?.textContent).toBe('Converting, 40%')
    expect(button('Delete')?.disabled).toBe(true)
    expect(button('Cancel')?.ariaLabel ?? button('Cancel')?.getAttribute('aria-label')).toContain('film.mkv')
    useConversions().change(0, { state: 'done', share: 1, path: '/captures/film.mp4' })
    await flushPromises()
    expect(button('Convert…')).toBeDefined()
    expect(document.querySelector('[data-conversion=done]')?.textContent).toBe('Recording, converted')
  })

  it('deletes and converts several after one question', async () => {
    const all = [recording('film'), recording('more'), capture('shot')]
    await open(all)
    useCaptures().choose(['/captures/Lab/more.mkv', '/captures/Lab/film.mkv'])
    await flushPromises()
    button('Convert 2 recordings…')?.click()
    expect(
      useDialogs()
        .find('convert')
        ?.recordings.map(({ id }) => id),
    ).toEqual(['film', 'more'])
    document.querySelector<HTMLInputElement>('.all input')?.click()
    await flushPromises()
    button('Delete 3 files…')?.click()
    expect(useDialogs().find('delete-captures')?.captures).toHaveLength(3)
  })

  it('keeps no selection that is out of sight', async () => {
    const panel = usePanel()
    panel.open('captures')
    mountInPage({ render: () => (panel.shown ? h(CapturesTab) : null) })
    await flushPromises()
    useCaptures().select(['shot'], true)
    panel.close()
    await flushPromises()
    expect(useCaptures().selected.size).toBe(0)
  })

  it('selects what was recorded as soon as it is listed', async () => {
    useCaptures().choose(['/captures/Lab/film.mkv'])
    await open([recording('film'), capture('shot')])
    expect([...useCaptures().selected]).toEqual(['film'])
  })

  it('finds out that a file is gone, and forgets it without a question', async () => {
    vi.useFakeTimers()
    const { sent } = await open([capture('a'), capture('b')], { 'captures.missing': { ids: ['a'] } })
    await vi.advanceTimersByTimeAsync(3000)
    expect(sent).toContainEqual(['captures.missing', { ids: ['a', 'b'] }])
    expect(said()[0]).toContain('File is missing')
    button('Remove from list')?.click()
    expect(sent.at(-1)).toEqual(['captures.delete', { ids: ['a'] }])
  })

  it('asks for the list once more when it changes during an answer', async () => {
    let resolve: (answer: unknown) => void = () => undefined
    const list = new Promise((answer) => (resolve = answer))
    const { sent } = mountInPage(CapturesTab, {}, { 'captures.list': list })
    const asked = () => sent.filter(([name]) => name === 'captures.list').length
    for (let at = 0; at < 3; at += 1) {
      useCaptures().take({ type: 'captures' })
      await flushPromises()
    }
    expect(asked()).toBe(1)
    resolve({ captures: [], folders: [] })
    await flushPromises()
    expect(asked()).toBe(2)
  })
})
