import type { Page } from 'playwright-core'
import type { CommandId } from '../../src-renderer/commands/command'

/** Runs a command of the window from the palette, by its id. */
export async function runCommand(page: Page, id: CommandId): Promise<void> {
  await page.keyboard.press('Control+k')
  const entry = page.locator(`[role=dialog] [data-command="${id}"]`)
  await entry.scrollIntoViewIfNeeded()
  await entry.click()
  await page.locator('[role=dialog] [data-command]').first().waitFor({ state: 'detached' })
}
