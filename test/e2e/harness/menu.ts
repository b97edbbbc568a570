import type { Locator, Page } from 'playwright-core'

/** Returns an entry of the open menu of a phone by its English name, in the submenu that has it. */
export async function menuEntry(
  page: Page,
  name: string,
  role: 'menuitem' | 'menuitemcheckbox' = 'menuitem',
): Promise<Locator> {
  const entry = page.getByRole(role, { name })
  const submenus = page.locator('[data-submenu]')
  await submenus.first().waitFor()
  for (const submenu of await submenus.all()) {
    if ((await entry.count()) > 0) break
    await submenu.click()
    await page.getByRole('menu').nth(1).waitFor()
  }
  // A hand moves there; a submenu takes a leap to its other side for leaving.
  const box = await entry.boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 20 })
  return entry
}
