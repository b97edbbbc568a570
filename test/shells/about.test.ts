import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inEachShell } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder, openWall, type Wall } from '../e2e/harness/wall'

/** Opens the dialog with the keyboard. */
async function openAbout({ page }: Wall) {
  await page.getByRole('button', { name: /^Fleet: / }).focus()
  await page.keyboard.press('Enter')
  // The menu takes the focus a moment after it is shown.
  await page.locator('[role=menu]:focus-within').waitFor()
  await page.keyboard.press('End')
  await page.locator('[role=menuitem]:focus', { hasText: 'About Fleetwall' }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'About Fleetwall' })
  await dialog.waitFor()
  return dialog
}

inEachShell('About Fleetwall', (shell) => {
  let simulator: Simulator
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let wall: Wall
  beforeEach(async () => {
    folder = await freshFolder()
  })
  afterEach(async () => {
    await wall.close()
    await simulator.close()
    await folder.remove()
  })

  const open = async (scopes?: string[]) => {
    simulator = await startSimulator({ devices: 2 }, scopes)
    wall = await openWall(shell, { userDataDir: folder.path, environment: simulator.environment })
    await wall.showsLive(2)
  }
  const path = () => join(folder.path, 'vocabulary.json')

  it('shows the path of the vocabulary file, and copies it', async () => {
    await open()
    const dialog = await openAbout(wall)
    await dialog.getByText('No file found. Fleetwall uses its defaults.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Path of the vocabulary file' }).inputValue()).toBe(
      path(),
    )
    await dialog.getByRole('button', { name: 'Copy path' }).focus()
    await wall.page.keyboard.press('Enter')
    await dialog.getByRole('status').getByText('Copied.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    const opener = wall.page.getByRole('button', { name: /^Fleet: / })
    await expect
      .poll(() => opener.evaluate((element) => element === document.activeElement), { timeout: 20_000 })
      .toBe(true)
    const search = wall.page.getByRole('textbox', { name: 'Search phones' })
    await search.focus()
    await wall.page.keyboard.press('ControlOrMeta+v')
    expect(await search.inputValue()).toBe(path())
  })

  // One shell proves the rest, and not in the short run.
  if (!shell.provesPage) return

  it('reports an invalid vocabulary file at the start, and still shows the wall', async () => {
    await writeFile(path(), '{\n  "keys": { "Enter": 5 }\n}\n')
    await open()
    const sentence = `Vocabulary file ${path()} has an invalid entry`
    await wall.page.getByRole('status').getByText(sentence).waitFor()
    const dialog = await openAbout(wall)
    await dialog.getByText(sentence).waitFor()
    await dialog.getByText(/keys\.Enter/).waitFor()
  })

  it('shows that the vocabulary file is in use', async () => {
    await writeFile(path(), '{"keys": {"Enter": "return"}}')
    await open()
    const dialog = await openAbout(wall)
    await dialog.getByText('In use. Fleetwall’s defaults fill in the rest.').waitFor()
  })

  it('names the key’s missing permissions, as do buttons and the fleet menu', async () => {
    await open(['read', 'stream', 'control'])
    const [publicId = ''] = simulator.phones
    const upload = wall.tile(publicId).getByRole('button', {
      name: 'Upload files… (This key needs permission “upload”)',
    })
    await upload.waitFor()
    expect(await upload.isDisabled()).toBe(true)
    await wall.page.getByRole('button', { name: /^Fleet: / }).click()
    await wall.page.getByRole('menuitemradio').getByText('This key needs permission “automations”').waitFor()
    await wall.page.keyboard.press('Escape')
    await wall.page.getByRole('menu').waitFor({ state: 'hidden' })
    // The menu gives the focus back to its button.
    await wall.page.locator('button[aria-haspopup=menu]:focus').waitFor()
    const dialog = await openAbout(wall)
    const facts = await dialog.getByRole('region', { name: 'Key permissions' }).innerText()
    expect(facts.split('\n').filter(Boolean).slice(1)).toEqual([
      'See phones, screenshots, budgets and jobs',
      'Yes',
      'Tap and type',
      'Yes',
      'Watch live screens',
      'Yes',
      'Upload files',
      'This key needs permission “upload”',
      'Edit names, notes and labels',
      'Unknown',
      'Launch automations',
      'This key needs permission “automations”',
    ])
  })
})
