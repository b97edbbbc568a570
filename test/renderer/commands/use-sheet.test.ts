// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../src-renderer/app/WindowDialogs.vue'
import InspectorPanel from '../../../src-renderer/inspector/InspectorPanel.vue'
import UseSheet from '../../../src-renderer/commands/UseSheet.vue'
import { useDialogs, type Dialog } from '../../../src-renderer/stores/dialogs'
import { useSelection } from '../../../src-renderer/stores/selection'
import { fakeDevice } from '../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

inFreshPage()

const publicIds = ['a', 'b']
const fill = async (selector: string, value: string) => {
  const field = document.querySelector<HTMLInputElement>(selector)
  if (!field) throw new Error(`no ${selector}`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}
const offer = (column: string) => {
  const line = [...document.querySelectorAll('[data-use-sheet]')].find((button) =>
    button.parentElement?.textContent.includes(`{${column}} is a column of a sheet.`),
  )
  if (!(line instanceof HTMLElement)) throw new Error(`{${column}} is not seen`)
  line.click()
}

it('says for what the inspector’s sheet is', async () => {
  showPhones(publicIds.map((publicId) => fakeDevice(publicId)))
  mountInPage(InspectorPanel, {}, {})
  useSelection().select(publicIds)
  await flushPromises()
  const lines = [...document.querySelectorAll('[data-use-sheet]')].map(
    (each) => each.parentElement?.textContent,
  )
  expect(lines).toEqual(['Each phone’s own name, notes and labels:Use a sheet…'])
})

it.each<[Dialog, string, object]>([
  [{ kind: 'prepare', what: 'text', publicIds }, '[role=dialog] textarea', { use: 'text' }],
  [{ kind: 'prepare', what: 'clipboard-set', publicIds }, '[role=dialog] textarea', { use: 'clipboard' }],
  [{ kind: 'prepare', what: 'open-url', publicIds }, '[role=dialog] [type=url]', { use: 'address' }],
  [{ kind: 'name-pattern', publicIds }, '[role=dialog] input', { use: 'name' }],
  [{ kind: 'set-labels', publicIds }, '[role=dialog] [role=combobox]', { use: 'labels' }],
])('opens a sheet with a column that is typed: %j', async (dialog, field, wanted) => {
  showPhones(publicIds.map((publicId) => fakeDevice(publicId)))
  mountInPage(WindowDialogs, {}, { 'sheets.list': { names: [] } })
  useDialogs().open(dialog)
  await flushPromises()
  await fill(field, '{room} {n:02}')
  offer('room')
  expect(useDialogs().stack.map(({ dialog: each }) => each)).toEqual([
    { kind: 'sheet', template: '{room} {n:02}', publicIds, ...wanted },
  ])
})

it.each([
  ['[data-field=notes] textarea', 'notes'],
  ['[data-field=labels] input', 'labels'],
])('is offered where the inspector edits several phones: %s', async (field, use) => {
  showPhones(publicIds.map((publicId) => fakeDevice(publicId)))
  useSelection().select(publicIds)
  mountInPage(InspectorPanel)
  await flushPromises()
  await fill(field, '{room}')
  offer('room')
  expect(useDialogs().find('sheet')).toEqual({ kind: 'sheet', use, template: '{room}', publicIds })
})

it('takes the files of an upload along', async () => {
  showPhones(publicIds.map((publicId) => fakeDevice(publicId)))
  mountInPage(WindowDialogs, {}, { 'sheets.list': { names: [] } })
  const [file, inFolder] = [new File(['1'], '1.jpg'), new File(['2'], '2.jpg')]
  const leftOut = { system: 0, empty: 0, unreadable: 0 }
  const given = { files: [file], folders: [], inFolders: [inFolder], leftOut, busy: [], isReading: false }
  useDialogs().open({ kind: 'upload', question: { publicIds, ...given } })
  await flushPromises()
  document.querySelector<HTMLElement>('[data-use-sheet]')?.click()
  expect(useDialogs().find('sheet')).toEqual({
    kind: 'sheet',
    use: 'upload',
    publicIds,
    files: [file, inFolder],
  })
})

it.each(['Lab {n:02} {name} {label}', '{{room}}', '{"a": 1}', 'if (x) {return;}'])(
  'names no column in %s',
  (template) => {
    const { part } = mountInPage(UseSheet, { use: 'name', template, publicIds })
    expect(part.find('[role=status]').text()).toBe('')
  },
)
