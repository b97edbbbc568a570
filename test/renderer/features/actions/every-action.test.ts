// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import type { GestureType } from '../../../../src-renderer/rules/screen-gesture'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { actionSchema, type Action } from '../../../../src-shared/protocol/action'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones, type MountedPart } from '../../mount-in-page'

const run = (id: string) => (page: MountedPart) =>
  page.commands
    .bindable()
    .find((command) => command.id === id)
    ?.run()
/** Runs a command that asks first, chooses in its dialog and submits it. */
const fill =
  (id: string, choose: (dialog: HTMLElement) => void = () => undefined) =>
  async (page: MountedPart) => {
    run(id)(page)
    await flushPromises()
    const dialog = document.querySelector<HTMLElement>('[role=dialog]')
    if (dialog) choose(dialog)
    await flushPromises()
    dialog?.querySelector('form')?.requestSubmit()
  }
const put = (field: Element | null, value: string) => {
  if (!(field instanceof HTMLElement)) return
  Object.assign(field, { value })
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input'))
}
const gesture = (type: GestureType) =>
  fill('phone.gesture', (dialog) => put(dialog.querySelector('select'), type))
const text = (dialog: HTMLElement) => put(dialog.querySelector('textarea'), 'hello')

/** Where a person finds each kind of action. */
const places: Record<Action['type'], (page: MountedPart) => unknown> = {
  tap: gesture('tap'),
  double_tap: gesture('double_tap'),
  long_press: gesture('long_press'),
  swipe: gesture('swipe'),
  drag: gesture('drag'),
  path: gesture('path'),
  scroll: gesture('scroll'),
  text: fill('phone.text', text),
  key: fill('phone.key'),
  press: fill('phone.key', (dialog) => dialog.querySelector<HTMLElement>('[value=Meta]')?.click()),
  open_url: fill('phone.open-url', (dialog) => put(dialog.querySelector('[type=url]'), 'example.com')),
  open_app: fill('phone.open-app'),
  clipboard_set: fill('phone.clipboard-set', text),
  clipboard_get: run('phone.clipboard-get'),
  airplane: run('phone.airplane-on'),
  device_ip: run('phone.ip'),
  recalibrate: run('phone.recalibrate'),
}
const types = actionSchema.options.map(({ shape }) => shape.type.value)

describe('every action of the service', () => {
  inFreshPage()

  it.each(types.flatMap((type) => [1, 2].map((count) => ({ type, count }))))(
    'has a place in the page: $type on $count',
    async ({ type, count }) => {
      const publicIds = ['a', 'b'].slice(0, count)
      showPhones(publicIds.map((publicId) => fakeDevice(publicId)))
      useSelection().select(publicIds)
      const page = mountInPage(
        WindowDialogs,
        {},
        { 'device.act': { result: {} }, 'devices.act': { id: 'task' } },
      )
      await places[type](page)
      await flushPromises()
      const acted = page.sent.flatMap(([, params]) => {
        const read = actionSchema.safeParse((params as { action?: unknown } | null)?.action)
        return read.success ? [read.data.type] : []
      })
      expect(new Set(acted)).toEqual(new Set([type]))
    },
  )
})
