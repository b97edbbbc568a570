import type { Locator } from 'playwright-core'
import type { Wall } from '../e2e/harness/wall'

export interface FleetForm {
  name: string
  baseUrl: string
  apiKey: string
}

/** Opens the “Add fleet” dialog from the fleet menu. */
export async function openAddFleet({ page }: Wall): Promise<Locator> {
  await page.getByRole('button', { name: /^Fleet: / }).click()
  await page.getByRole('menuitem', { name: 'Add fleet…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add fleet' })
  await dialog.waitFor()
  return dialog
}

/** Fills in and submits the dialog. Inserts the key as typed text, so no script in the page holds it. */
export async function submitFleet({ page }: Wall, { name, baseUrl, apiKey }: FleetForm): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add fleet' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Base address').fill(baseUrl)
  const keyField = dialog.getByLabel('API key')
  await keyField.fill('')
  await keyField.focus()
  await page.keyboard.insertText(apiKey)
  await dialog.getByRole('button', { name: 'Add fleet' }).click()
}
