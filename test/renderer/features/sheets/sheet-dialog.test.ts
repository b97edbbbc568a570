// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

const find = <Found extends Element = HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(`[role=dialog] ${selector}`)
  if (!found) throw new Error(`no ${selector}`)
  return found
}
const fill = async (selector: string, value: string, event = 'input') => {
  const field = find<HTMLInputElement>(selector)
  field.value = value
  field.dispatchEvent(new Event(event, { bubbles: true }))
  await flushPromises()
}
const give = async (selector: string, files: File[]) => {
  const input = find<HTMLInputElement>(selector)
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  input.dispatchEvent(new Event('change'))
  await flushPromises()
}
const button = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find(
    ({ textContent }) => textContent.trim() === name,
  )
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const start = async () => {
  find<HTMLButtonElement>('[type=submit]').click()
  await flushPromises()
}
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-sheet-row]')].map((row) => [
    row.dataset['sheetRow'],
    row.dataset['flaw'] ?? row.children[2]?.textContent.trim(),
  ])
const open = async (sheet: string | File, answers = {}) => {
  showPhones(['a', 'b', 'c'].map((publicId) => fakeDevice(publicId, { name: `Phone ${publicId}` })))
  const { sent } = mountInPage(
    WindowDialogs,
    {},
    { 'sheets.list': { names: [] }, ...answers },
    {
      offerFiles: (files) =>
        Promise.resolve(
          files.map(({ name, size }) => ({ ok: true, file: { fileId: name, name, bytes: size } })),
        ),
    },
  )
  useDialogs().open({ kind: 'sheet' })
  await flushPromises()
  if (typeof sheet === 'string') await fill('textarea', sheet)
  else await give('input[accept]', [sheet])
  // The list of kept sheets is read first.
  sent.length = 0
  return sent
}

it('types to each phone the value of its row', async () => {
  const sent = await open(new File(['sep=;\r\npublic_id;caption\r\nb;two\r\na;"o;ne"\r\n'], 's.csv'))
  expect(rows()).toEqual([
    ['b', 'two'],
    ['a', 'o;ne'],
  ])
  await start()
  const act = (publicId: string, text: string) => ({ publicId, action: { type: 'text', text } })
  expect(sent).toEqual([['devices.actEach', { acts: [act('b', 'two'), act('a', 'o;ne')], isSecret: false }]])
  expect(useDialogs().isAnyOpen).toBe(false)
})

it('says of a column of secrets that no file may hold them', async () => {
  const sent = await open('public_id,password\na,pa55')
  expect(rows()).toEqual([['a', '•••']])
  await start()
  const acts = [{ publicId: 'a', action: { type: 'text', text: 'pa55' } }]
  expect(sent).toEqual([['devices.actEach', { acts, isSecret: true }]])
})

it('sends nothing while a line has a flaw, unless the person leaves it out', async () => {
  const sent = await open('name\tlink\nPhone a\texample.com\nPhone x\ttel:1\nPhone b\tno address\nPhone c\t')
  await fill('select[id]', 'address', 'change')
  expect(rows()).toEqual([
    ['a', 'example.com'],
    ['', 'gone'],
    ['b', 'no-address'],
    ['c', 'empty'],
  ])
  await start()
  expect(sent).toEqual([])
  find<HTMLInputElement>('input[type=checkbox]').click()
  await flushPromises()
  await start()
  const acts = [{ publicId: 'a', action: { type: 'open_url', url: 'https://example.com' } }]
  expect(sent).toEqual([['devices.actEach', { acts, isSecret: false }]])
})

it('opens a sheet that is kept with the fleet, and keeps one as it came', async () => {
  const base64 = btoa('public_id,x\na,kept\n')
  const sent = await open('public_id,x\na,ü', {
    'sheets.list': { names: ['s.csv'] },
    'sheets.read': { base64 },
  })
  await fill('[aria-label="Keep as"]', 'mine')
  button('Keep').click()
  await flushPromises()
  expect(sent.find(([name]) => name === 'sheets.keep')?.[1]).toEqual({
    name: 'mine',
    base64: btoa(String.fromCharCode(...new TextEncoder().encode('public_id,x\na,ü'))),
  })
  await fill('[aria-label="Kept sheets"]', 's.csv', 'change')
  expect(rows()).toEqual([['a', 'kept']])
})

it('hides the values of a column of secrets', async () => {
  await open('public_id,password\na,hunter2')
  expect(rows()).toEqual([['a', '•••']])
  expect(find('table').outerHTML).not.toContain('hunter2')
})

it('uploads each phone the files that its row names, and asks about jobs first', async () => {
  const busy = { busy: [{ publicId: 'a', job: 'warm_up' }] }
  const sent = await open('public_id,file\na,one.txt;two.txt\nb,sub/two.txt\nc,three.txt', {
    'jobs.busy': busy,
  })
  await fill('select[id]', 'upload', 'change')
  expect(rows()).toMatchObject([{ 1: 'file' }, { 1: 'file' }, { 1: 'file' }])
  await give('input[multiple]', [
    new File(['1'], 'one.txt'),
    new File(['2'], 'two.txt'),
    new File(['3'], 'three.txt'),
  ])
  expect(rows()).toMatchObject([{ 1: 'one.txt;two.txt' }, { 1: 'sub/two.txt' }, { 1: 'three.txt' }])
  await start()
  expect(sent.map(([name]) => name)).toEqual(['jobs.busy'])
  expect(find('[role=alert]').textContent).toContain('Phone a')
  await start()
  expect(sent.at(-1)).toEqual([
    'uploads.addEach',
    {
      uploads: [
        { fileId: 'one.txt', publicIds: ['a'] },
        { fileId: 'two.txt', publicIds: ['a', 'b'] },
        { fileId: 'three.txt', publicIds: ['c'] },
      ],
    },
  ])
})

it('sets names by columns and a pattern, on the selected phones alone', async () => {
  const sent = await open('room\nKitchen\nHall\nLab')
  useSelection().select(['a', 'c'])
  await fill('select[id]', 'name', 'change')
  await fill('input[id]', '{room} {n:02}')
  find<HTMLInputElement>('input[type=checkbox]').click()
  await flushPromises()
  expect(rows()).toEqual([
    ['a', 'Kitchen 01'],
    ['c', 'Lab 02'],
  ])
  await start()
  expect(sent).toEqual([
    [
      'devices.editEach',
      {
        edits: [
          { publicId: 'a', edit: { customName: 'Kitchen 01' } },
          { publicId: 'c', edit: { customName: 'Lab 02' } },
        ],
      },
    ],
  ])
})
