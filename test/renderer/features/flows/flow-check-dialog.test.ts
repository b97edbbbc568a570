// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useFlows } from '../../../../src-renderer/stores/flows'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { FaultError, type CheckRefusal } from '../../../../src-shared/protocol/fault'
import { flowRecording, readTexts } from '../../../gallery/flow-fixtures'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the dialog that inserts a check', () => {
  inFreshPage()
  let answers: Record<string, unknown>
  let sent: [string, unknown][]
  beforeEach(async () => {
    vi.stubGlobal('createImageBitmap', () =>
      Promise.resolve({ width: 400, height: 800, close: () => undefined }),
    )
    showPhones([fakeDevice('dev_0')])
    useFlows().replace({ recording: flowRecording, runs: [] })
    answers = {
      'flows.look': { look: 3, base64: '' },
      'flows.lookTexts': { lines: readTexts.lines, words: [{ ...readTexts.lines[1], text: 'Mode' }] },
    }
    const page = mountInPage(WindowDialogs, {}, answers)
    sent = page.sent
    page.commands.run('flow.check')
    await flushPromises()
    const canvas = document.querySelector('[data-box-picture] canvas')
    if (!canvas) throw new Error('There is no picture.')
    // Shown at half its size.
    canvas.getBoundingClientRect = () => new DOMRect(10, 20, 200, 400)
    Object.assign(picture() ?? {}, { setPointerCapture: () => undefined })
  })
  afterEach(() => vi.unstubAllGlobals())
  const picture = () => document.querySelector<HTMLElement>('[data-box-picture]')
  const texts = () => [...document.querySelectorAll<HTMLElement>('[data-box-picture] button')]
  const checks = () => sent.filter(([name]) => name === 'flows.check').map(([, request]) => request)
  const isOpen = () => useDialogs().find('flow-check') !== undefined
  const choose = async (value: string) => {
    document.querySelector<HTMLInputElement>(`[role=dialog] input[value=${value}]`)?.click()
    await flushPromises()
  }
  const drag = async (...points: readonly (readonly [number, number])[]) => {
    for (const [at, [clientX, clientY]] of points.entries()) {
      const type = at === 0 ? 'pointerdown' : at === points.length - 1 ? 'pointerup' : 'pointermove'
      const event = new PointerEvent(type, { clientX, clientY, pointerId: 1, isPrimary: true, button: 0 })
      picture()?.dispatchEvent(event)
    }
    await flushPromises()
  }
  const alert = () => document.querySelector('[role=dialog] [role=alert]')?.textContent
  const refuse = (why: CheckRefusal) =>
    (answers['flows.check'] = new FaultError({ kind: 'check-refused', why }))

  it('inserts the line or word that is clicked, as it is chosen', async () => {
    texts()[2]?.click()
    await flushPromises()
    expect(checks()).toEqual([
      { look: 3, target: { kind: 'text', text: 'Wi-Fi' }, how: 'visible', waitS: 30 },
    ])
    expect(isOpen()).toBe(false)
    expect(sent.filter(([name]) => name === 'control.send' || name === 'device.act')).toEqual([])
  })

  it('inserts a word, and how long the flow waits for it', async () => {
    await choose('awaited')
    await choose('words')
    const seconds = document.querySelector<HTMLInputElement>('[role=dialog] input[type=number]')
    const type = async (value: string) => {
      Object.assign(seconds ?? {}, { value })
      seconds?.dispatchEvent(new Event('input'))
      await flushPromises()
    }
    await type('0')
    texts()[0]?.click()
    expect([checks(), seconds?.getAttribute('aria-invalid')]).toEqual([[], 'true'])
    await type('90')
    texts()[0]?.click()
    expect(checks()).toEqual([{ look: 3, target: { kind: 'text', text: 'Mode' }, how: 'awaited', waitS: 90 }])
  })

  it('inserts the box that is dragged, in pixels of the picture, cut off at its edges', async () => {
    await choose('gone')
    await drag([60, 120], [30, 60], [0, 40], [0, 40])
    expect(checks()).toEqual([
      { look: 3, target: { kind: 'box', left: 0, top: 40, width: 101, height: 161 }, how: 'gone', waitS: 30 },
    ])
  })

  it('says why a box is refused, and takes the next text', async () => {
    refuse('small')
    await drag([60, 120], [65, 120], [65, 121])
    expect([isOpen(), alert()]).toEqual([true, 'The box is too small: it needs 8 pixels or more each way.'])
    delete answers['flows.check']
    // As Enter does it.
    texts()[0]?.click()
    await flushPromises()
    expect([checks().length, isOpen()]).toEqual([2, false])
  })

  it('takes a hand that trembles for a click', async () => {
    await drag([60, 120], [61, 121], [61, 121])
    expect(checks()).toEqual([])
  })

  it('goes from text to text by the arrow keys', () => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    texts()[0]?.focus()
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowLeft']) press(key)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Airplane Mode')
  })

  it.each([
    ['left', () => useTiles().update(fakeTile('dev_0', { tile: 1, state: 'offline' }))],
    ['ended', () => useFlows().replace({ recording: null, runs: [] })],
    [
      'turned',
      () => useTiles().update(fakeTile('dev_0', { tile: 1, snapshot: { width: 1334, height: 750 } })),
    ],
    [
      'turned',
      () => {
        refuse('turned')
        texts()[0]?.click()
      },
    ],
  ] as const)('ends with a sentence: %s', async (why, happens) => {
    happens()
    await flushPromises()
    expect(isOpen()).toBe(false)
    expect(useNotices().notices).toMatchObject([{ kind: 'missed', fault: { kind: 'check-refused', why } }])
  })

  it('says that a box can be dragged where no text was read', async () => {
    answers['flows.lookTexts'] = { lines: [], words: [] }
    const refresh = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === 'Refresh picture',
    )
    refresh?.click()
    await flushPromises()
    expect([...document.querySelectorAll('[role=dialog] [role=status]')].at(-1)?.textContent).toContain(
      'Drag a box.',
    )
  })
})
