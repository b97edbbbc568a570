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
    // By the keyboard: a pointer that crosses the other entries on a slow machine closes the submenu.
    await submenu.press('ArrowRight')
    await submenu.and(page.locator('[aria-expanded="true"]')).waitFor()
    await page.getByRole('menu').nth(1).getByRole('menuitem').first().waitFor()
  }
  return entry
}
