// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import type { SheetUse } from '../../../../src-renderer/rules/sheet-use'
import { useDevices } from '../../../../src-renderer/stores/devices'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { useUsage } from '../../../../src-renderer/stores/usage'
import { unknownUsage } from '../../../../src-shared/features/usage-state'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { fakeDevice, fakeTask, fakeUsage } from '../../fake-phone'
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
/** As a browser's file, which has a path, if an empty one. */
const withPath = (file: File) =>
  'webkitRelativePath' in file ? file : Object.defineProperty(file, 'webkitRelativePath', { value: '' })
const give = async (selector: string, given: File[]) => {
  const files = given.map(withPath)
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
const open = async (sheet: string | File, answers = {}, use?: SheetUse) => {
  showPhones(['a', 'b', 'c'].map((publicId) => fakeDevice(publicId, { name: `Phone ${publicId}` })))
  const { sent } = mountInPage(
    WindowDialogs,
    {},
    { 'sheets.list': { names: [] }, 'devices.editEach': { id: 'edits' }, ...answers },
    {
      offerFiles: (files) =>
        Promise.resolve(
          files.map(({ name, size }) => ({ ok: true, file: { fileId: name, name, bytes: size } })),
        ),
    },
  )
  useDialogs().open({ kind: 'sheet', ...(use ? { use } : {}) })
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
  // A recorded flow names the columns.
  const call = { acts: [act('b', 'two'), act('a', 'o;ne')], isSecret: false, columns: ['caption'] }
  expect(sent).toEqual([['devices.actEach', call]])
  expect(useDialogs().isAnyOpen).toBe(false)
})

it('says of a column of secrets that no file may hold them', async () => {
  const sent = await open('public_id,password\na,pa55')
  expect(rows()).toEqual([['a', '•••']])
  await start()
  const acts = [{ publicId: 'a', action: { type: 'text', text: 'pa55' } }]
  expect(sent).toEqual([['devices.actEach', { acts, isSecret: true, columns: ['password'] }]])
})

it('keeps the sheet on Enter in its name, and sends nothing', async () => {
  const sent = await open('public_id,name,caption\na,Phone a,one')
  expect(rows()).toEqual([['a', 'one']])
  await fill('[aria-label="Keep as"]', 'Mine')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  find('[aria-label="Keep as"]').dispatchEvent(enter)
  await flushPromises()
  expect([enter.defaultPrevented, sent[0]]).toMatchObject([true, ['sheets.keep', { name: 'Mine' }]])
})

it('says at the end how many phones got their values', async () => {
  await open('public_id,caption\na,one\nb,two', { 'devices.actEach': { id: 'sheet' } })
  useTasks().replace([
    fakeTask(
      [
        { publicId: 'a', state: 'done' },
        { publicId: 'b', state: 'failed' },
      ],
      { id: 'sheet' },
    ),
  ])
  await start()
  expect(useNotices().notices).toMatchObject([{ kind: 'sheet-sent', n: 1, of: 2 }])
})

it('counts a file that is given again once, and gives back all', async () => {
  const file = new File(['x'], '2.txt', { lastModified: 1 })
  await open('public_id,file\na,2.txt', {}, 'upload')
  for (const again of [file, new File(['x'], '2.txt', { lastModified: 1 })])
    await give('input[aria-label="Choose files…"]', [again])
  expect(rows()).toEqual([['a', '2.txt']])
  button('Remove files').click()
  await flushPromises()
  expect(rows()).toEqual([['a', 'file']])
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
  expect(sent).toEqual([['devices.actEach', { acts, isSecret: false, columns: ['link'] }]])
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

it('says of secret notes that a recording keeps none of them', async () => {
  const sent = await open('public_id,password\na,hunter2', {}, 'notes')
  await fill('input[id]', '{password}')
  await start()
  expect(sent.at(-1)).toMatchObject(['devices.editEach', { isSecret: true }])
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
      columns: ['file'],
    },
  ])
})

it('tells files of one name apart by their folders', async () => {
  await open('public_id,file\na,x/1.jpg\nb,y\\1.jpg\nc,1.jpg', {}, 'upload')
  const file = (path: string) =>
    Object.defineProperty(new File([path], '1.jpg'), 'webkitRelativePath', { value: path })
  await give('input[multiple]', [file('z/1.jpg')])
  expect(rows()[0]).toEqual(['a', 'file'])
  await give('input[multiple]', [file('x/1.jpg'), file('photos/y/1.jpg')])
  expect(rows()).toEqual([
    ['a', 'x/1.jpg'],
    ['b', 'y\\1.jpg'],
    ['c', 'file'],
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
    ['c', 'Hall 02'],
    ['', 'more-rows'],
  ])
  find('.end label:last-of-type input').click()
  await flushPromises()
  await start()
  expect(sent).toEqual([
    [
      'devices.editEach',
      {
        edits: [
          { publicId: 'a', edit: { customName: 'Kitchen 01' } },
          { publicId: 'c', edit: { customName: 'Hall 02' } },
        ],
        columns: ['room'],
      },
    ],
  ])
})

it.each(['name', 'labels', 'upload'] as const)('gives no secret to what people see: %s', async (use) => {
  await open('public_id,token\na,t0k', {}, use)
  expect(rows()).toEqual([['a', 'seen']])
})

it('keeps the value and the phones of the dialog that it was opened from', async () => {
  const sheet = { names: ['last.csv', 'a.csv'] }
  const base64 = btoa('public_id,caption\na,one\nb,two\n')
  showPhones(['a', 'b', 'c'].map((publicId) => fakeDevice(publicId)))
  mountInPage(WindowDialogs, {}, { 'sheets.list': sheet, 'sheets.read': { base64 } })
  useDialogs().open({ kind: 'sheet', use: 'text', template: 'Hi {caption}', publicIds: ['b', 'c'] })
  await flushPromises()
  expect(find<HTMLSelectElement>('[aria-label="Kept sheets"]').value).toBe('last.csv')
  expect(rows()).toEqual([['b', 'Hi two']])
  expect(find('p[role=status]').textContent).toContain('Uses 1 action. 1 of these phones has no line.')
})

it('takes the sheet from the files that were dropped with it', async () => {
  showPhones([fakeDevice('a')])
  mountInPage(WindowDialogs, {}, { 'sheets.list': { names: [] } })
  const files = [new File(['public_id,file\na,1.jpg'], 'all.csv'), new File(['1'], '1.jpg')].map(withPath)
  useDialogs().open({ kind: 'sheet', use: 'upload', files })
  await expect.poll(() => rows()).toEqual([['a', '1.jpg']])
})

it('shows every line and column, a page at a time, those with a flaw first', async () => {
  const columns = Array.from({ length: 99 }, (_, at) => `c${at}`)
  const ids = Array.from({ length: 60 }, (_, at) => `d${at}`)
  const lines = [...ids, 'gone'].map((publicId) => publicId + ',x'.repeat(columns.length))
  await open([['public_id', ...columns].join(','), ...lines].join('\n'))
  useDevices().replace({ status: 'ready', devices: ids.map((id) => fakeDevice(id)), fault: null })
  await flushPromises()
  const pages = [rows()]
  for (const to of [58, 61]) {
    button('Next lines').click()
    await flushPromises()
    expect(find('.pages').textContent).toContain(`to ${to} of 61`)
    pages.push(rows())
  }
  const phones = pages.flat().map(([publicId]) => publicId)
  expect(pages.map(({ length }) => length)).toEqual([29, 29, 3])
  expect(phones).toEqual(['', ...ids])
  expect(find('thead').textContent).toContain('c98')
})

it('imports names, notes and labels at once, without the lines that it can’t use', async () => {
  const sent = await open(
    'public_id,name,custom_name,notes,labels\na,Other,Desk,by the door,eu;new\nb,,,,\nx,,,,',
    {},
    'import',
  )
  expect(find('h2').textContent).toBe('Import phones from CSV')
  expect(rows()).toEqual([
    ['a', 'Desk, + eu, + new, Notes: by the door'],
    ['b', '(unchanged)'],
    ['', 'gone'],
  ])
  const said = find('form').textContent
  expect(said).toContain('line 4: this fleet has no phone x')
  expect(said).toContain('1 phone changes, 1 unchanged.')
  expect(said).toContain('Line 2 has another name')
  button('Import the other lines').click()
  await flushPromises()
  const labels = [
    { name: 'eu', color: '#9E9E9E' },
    { name: 'new', color: '#9E9E9E' },
  ]
  const edit = { customName: 'Desk', notes: 'by the door', addLabels: labels }
  const columns = ['custom_name', 'notes', 'labels']
  expect(sent).toEqual([['devices.editEach', { edits: [{ publicId: 'a', edit }], columns }]])
  expect(useTasks().imports.get('edits')).toMatchObject({ unchanged: 1 })
})

it('imports nothing by places on the wall, and nothing that is unchanged', async () => {
  const sent = await open('custom_name\nDesk', {}, 'import')
  expect(find('[role=alert]').textContent).toContain('no column public_id, only custom_name')
  await start()
  await fill('textarea', 'public_id,custom_name\na,')
  await start()
  expect(sent).toEqual([])
})

it('says which labels no phone has, and how full the account is', async () => {
  await open('public_id,labels\na,l7;new', {}, 'import')
  const unusedLabels = Array.from({ length: 185 }, (_, index) => ({ name: `l${index}`, color: '#FF0000' }))
  useDevices().replace({ status: 'ready', devices: [fakeDevice('a')], fault: null, unusedLabels })
  await flushPromises()
  expect(rows()).toEqual([['a', '+ l7 (no phone has it), + new']])
  expect(find('form').textContent).toContain('185 of 200 labels')
})

it('asks for jobs once, and sends once, on a double click', async () => {
  const sent = await open('public_id,file\na,2.txt', { 'jobs.busy': { busy: [] } }, 'upload')
  await give('input[multiple]', [new File(['x'], '2.txt')])
  find('[type=submit]').click()
  await start()
  expect(sent.map(([name]) => name)).toEqual(['jobs.busy', 'uploads.addEach'])
})

it('refuses a value of which two columns have the name', async () => {
  await open('public_id,caption,caption\na,first,second')
  expect(find('[role=alert]').textContent).toContain('two columns have the name caption')
  expect(find<HTMLButtonElement>('[type=submit]').disabled).toBe(true)
})

it('counts places along the chosen phones, or those that the wall shows', async () => {
  await open('caption\none\ntwo')
  expect(rows()).toEqual([
    ['a', 'one'],
    ['b', 'two'],
  ])
  useFilter().search = 'Phone c'
  await flushPromises()
  expect(rows()).toEqual([
    ['c', 'one'],
    ['', 'more-rows'],
  ])
  useFilter().search = ''
  useDialogs().open({ kind: 'sheet', publicIds: ['b', 'c'] })
  await flushPromises()
  expect(rows()).toEqual([
    ['b', 'one'],
    ['c', 'two'],
  ])
})

it('says how much of it fits today’s budget', async () => {
  await open('public_id,caption\na,one\nb,two')
  const actions = { used: 99, budget: 100, remaining: 1 }
  useUsage().replace({ ...unknownUsage, usage: { ...fakeUsage(), actions } })
  await flushPromises()
  expect(find('form').textContent).toContain('Only 1 of them fits today’s budget.')
})
