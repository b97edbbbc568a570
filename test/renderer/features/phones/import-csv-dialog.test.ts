// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useDevices } from '../../../../src-renderer/stores/devices'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

const importFile = async (text: string) => {
  useDialogs().open({ kind: 'import-csv' })
  mountInPage(WindowDialogs)
  await flushPromises()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The dialog takes no file.')
  Object.defineProperty(input, 'files', { value: [new File([text], 'phones.csv')] })
  input.dispatchEvent(new Event('change'))
  await flushPromises()
}

it('says which labels no phone has, and how full the account is', async () => {
  showPhones([fakeDevice('a')])
  const unusedLabels = Array.from({ length: 185 }, (_, index) => ({ name: `l${index}`, color: '#FF0000' }))
  useDevices().replace({ status: 'ready', devices: [fakeDevice('a')], fault: null, unusedLabels })
  await importFile('public_id,labels\na,l7;new')
  expect(document.querySelector('.list li')?.textContent).toContain('+ l7 (no phone has it), + new')
  expect(document.body.textContent).toContain('185 of 200 labels')
})

it('shows what the notes become before a CSV file is imported', async () => {
  showPhones([fakeDevice('a'), fakeDevice('b', { notes: 'old' })])
  await importFile('public_id,custom_name,notes\na,Desk,by the door\nb,,')
  const rows = [...document.querySelectorAll('.list li')].map((row) =>
    row.textContent.replace(/\s+/gu, ' ').trim(),
  )
  expect(rows).toEqual(['Phone a Desk Notes: by the door', 'Phone b no notes'])
})
