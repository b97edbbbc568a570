// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { messages } from '../../../../src-renderer/text/messages'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('Gesture…', () => {
  inFreshPage()
  const selects = () => [...document.querySelectorAll<HTMLSelectElement>('[role=dialog] select')]
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('[role=dialog] .pair input')]
  const put = async (field: HTMLInputElement | HTMLSelectElement | undefined, value: string) => {
    if (field) field.value = value
    field?.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input'))
    await flushPromises()
  }
  /** Opens it on two phones that are not live, one of them with a smaller screen. */
  const open = async (type: string, unit: string) => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    useTiles().update(fakeTile('a', { state: 'idle' }))
    useTiles().update(fakeTile('b', { state: 'idle', tile: 2, snapshot: { width: 100, height: 200 } }))
    const page = mountInPage(WindowDialogs)
    useDialogs().open({ kind: 'gesture', publicIds: ['a', 'b'] })
    await flushPromises()
    const [typeField, unitField] = selects()
    await put(typeField, type)
    await put(unitField, unit)
    return page
  }
  const submit = async () => {
    document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit()
    await flushPromises()
  }
  const flawAt = (field: HTMLInputElement | undefined) => ({
    isInvalid: field?.getAttribute('aria-invalid'),
    said: document.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent,
  })

  it('draws a path on phones that are not live', async () => {
    const { sent } = await open('path', 'px')
    const [points] = fields()
    await put(points, '10,10 50,50')
    await submit()
    const path = [
      { x: 10, y: 10 },
      { x: 50, y: 50 },
    ]
    expect(sent).toEqual([['devices.act', { publicIds: ['a', 'b'], action: { type: 'path', points: path } }]])
  })

  it('names at the field the point that is not on every screen, and sends nothing', async () => {
    const { sent } = await open('path', 'px')
    const [points] = fields()
    await put(points, '10,10 100,50')
    expect(flawAt(points)).toEqual({
      isInvalid: 'true',
      said: messages.gesture.pointOutside({ typed: '100,50', x: 99, y: 199 }),
    })
    await submit()
    expect(sent).toEqual([])
  })

  it('says at each field of a double tap what it needs, also its longest gap', async () => {
    const { sent } = await open('double_tap', 'px')
    const [x, y, gap] = fields()
    await put(x, '100')
    await put(y, '10')
    await put(gap, '501')
    const wrong = messages.gesture.wrong
    expect(flawAt(x)).toEqual({ isInvalid: 'true', said: wrong({ field: 'X', least: 0, most: 99 }) })
    expect(flawAt(gap).said).toBe(wrong({ field: messages.gesture.fields.gap, least: 0, most: 500 }))
    await put(x, '99')
    await put(gap, '0')
    await submit()
    const action = { type: 'double_tap', x: 99, y: 10, gap_ms: 0 }
    expect(sent).toEqual([['devices.act', { publicIds: ['a', 'b'], action }]])
  })

  it('leaves usual places empty in pixels, and keeps those that were typed', async () => {
    await open('drag', 'px')
    expect(fields().map(({ value }) => value)).toEqual(['', '', '', '', '600'])
    await put(fields()[0], '7')
    await put(selects()[1], 'percent')
    expect(fields().map(({ value }) => value)).toEqual(['7', '50', '50', '20', '600'])
  })
})
