// @vitest-environment happy-dom
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import NoticeButtons from '../../../../src-renderer/phone/screen/NoticeButtons.vue'
import TileNotices from '../../../../src-renderer/phone/screen/TileNotices.vue'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { messages } from '../../../../src-renderer/text/messages'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const offline: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: 'gone' }
const rejected: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: 'no' }

describe('the notices of a tile', () => {
  inFreshPage()
  const mountNotices = (over = {}) => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    return mountInPage(TileNotices, { tile: fakeTile('a', over) })
  }
  const sentences = ({ part }: ReturnType<typeof mountNotices>) =>
    part.findAll('.notice p').map((line) => line.text())

  it('stand from the edge inwards: the newest, what lasts, the older ones', async () => {
    const mounted = mountNotices({ control: 'taken' })
    useNotices().show(offline, 'a')
    useNotices().show(rejected, 'a')
    useNotices().show(offline, 'b')
    await nextTick()
    expect(sentences(mounted)).toEqual([
      'The phone rejected the command.',
      messages.notLive.controlTaken,
      expect.stringContaining('offline'),
    ])
  })

  it('do not repeat the fault that the control channel shows', async () => {
    const mounted = mountNotices({ control: 'parked', controlFault: rejected, isControlAway: true })
    useNotices().show(rejected, 'a')
    await nextTick()
    expect(sentences(mounted)).toHaveLength(1)
  })

  it('are in the half where the pointer is not, and have nothing to press', async () => {
    const mounted = mountNotices({ control: 'taken' })
    useNotices().show(offline, 'a')
    const screen = mounted.part.element.parentElement as HTMLElement
    screen.getBoundingClientRect = () => new DOMRect(100, 200, 90, 160)
    const isAtTopWith = async (clientX: number, clientY: number) => {
      window.dispatchEvent(new MouseEvent('mousemove', { clientX, clientY }))
      await nextTick()
      return mounted.part.classes('top')
    }
    expect(await isAtTopWith(50, 350)).toBe(false)
    expect(await isAtTopWith(150, 290)).toBe(true)
    expect(await isAtTopWith(150, 370)).toBe(true)
    expect(await isAtTopWith(150, 270)).toBe(false)
    expect(mounted.part.find('button, a, input, [tabindex]').exists()).toBe(false)
  })

  it('are found by the pointer that rested there before them', async () => {
    const mounted = mountNotices()
    const screen = mounted.part.element.parentElement as HTMLElement
    screen.getBoundingClientRect = () => new DOMRect(0, 0, 90, 160)
    window.dispatchEvent(new MouseEvent('mousemove', { clientX: 50, clientY: 150 }))
    useNotices().show(offline, 'a')
    await nextTick()
    expect(mounted.part.classes('top')).toBe(true)
  })
})

describe('the buttons of a tile’s notices', () => {
  inFreshPage()
  const mountButtons = (over = {}) => {
    showPhones([fakeDevice('a')])
    return mountInPage(NoticeButtons, { tile: fakeTile('a', over), room: 'words' })
  }
  const pressed = (mounted: ReturnType<typeof mountButtons>, name: string) => {
    const button = mounted.part
      .findAll('button')
      .find((one) => (one.attributes('aria-label') ?? one.text()) === name)
    if (!button) throw new Error(`no button ${name}`)
    return button.trigger('click')
  }

  it('are not there without a notice', () => {
    expect(mountButtons().part.find('button').exists()).toBe(false)
  })

  it('dismiss the newest notice, whose whole text their hint has', async () => {
    const mounted = mountButtons()
    useNotices().show(offline, 'a')
    useNotices().show(rejected, 'a')
    await nextTick()
    expect(mounted.part.find('button').attributes('title')).toBe('The phone rejected the command.\nno')
    await pressed(mounted, messages.tile.dismiss)
    expect(useNotices().notices).toMatchObject([{ fault: offline }])
  })

  it('cancel waiting input, of which a notice then tells', async () => {
    const mounted = mountButtons()
    useTiles().setUnderWay({ publicId: 'a', what: { type: 'press', name: 'home' } })
    await nextTick()
    await pressed(mounted, messages.tile.cancel)
    expect(mounted.sent.map(([name]) => name)).toEqual(['control.giveUp'])
    expect(useNotices().notices).toMatchObject([{ kind: 'waiting-cancelled', publicId: 'a' }])
    expect(mounted.part.text()).toBe('')
  })

  it('take control back, and name that in words', async () => {
    const mounted = mountButtons({ control: 'taken' })
    useTiles().update(fakeTile('a', { control: 'taken' }))
    expect(mounted.part.find('button').attributes('title')).toContain(messages.notLive.controlTaken)
    await pressed(mounted, messages.actions['take-control'])
    expect(mounted.sent.map(([name]) => name)).toEqual(['control.takeBack'])
  })
})
