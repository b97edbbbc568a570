// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ImportCsvDialog from '../../../../src-renderer/components/dialogs/ImportCsvDialog.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

inFreshPage()

it('shows what the notes become before a CSV file is imported', async () => {
  showPhones([fakeDevice('a'), fakeDevice('b', { notes: 'old' })])
  useDialogs().importCsv = true
  mountInPage(ImportCsvDialog)
  await flushPromises()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The dialog takes no file.')
  const file = new File(['public_id,custom_name,notes\na,Desk,by the door\nb,,'], 'phones.csv')
  Object.defineProperty(input, 'files', { value: [file] })
  input.dispatchEvent(new Event('change'))
  await flushPromises()
  const rows = [...document.querySelectorAll('.list li')].map((row) =>
    row.textContent.replace(/\s+/gu, ' ').trim(),
  )
  expect(rows).toEqual(['Phone a Desk Notes: by the door', 'Phone b no notes'])
})
