import { loadImage } from '@napi-rs/canvas'
import { mkdtempSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/accessible'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

inEachShell('What the phones show', (shell) => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetwall-captures-'))
  const stage = useStage(
    shell,
    { devices: ['Ash', 'Birch', 'Cedar'].map((name) => ({ public_id: name, name })) },
    undefined,
    { FLEETWALL_CAPTURES: folder },
  )
  afterAll(() => rm(folder, { recursive: true }))

  const run = async (command: string) => {
    const { page } = stage().wall
    await page.keyboard.press('ControlOrMeta+k')
    await page.locator(`[data-command="${command}"]`).click()
  }

  it('is kept as one contact sheet, and as a file for each with one summary', async () => {
    const { wall } = stage()
    const { page } = wall
    await run('view.contact-sheet')
    const dialog = page.getByRole('dialog', { name: 'Contact sheet' })
    await expectAccessible(wall, 'the contact sheet')
    await dialog.getByRole('button', { name: 'Save contact sheet' }).click()
    await page.getByText(/^Saved as .* ×3\.png$/).waitFor()
    const [sheet = ''] = await readdir(folder)
    const picture = await loadImage(await readFile(join(folder, sheet)))
    expect(picture.width).toBe(2 * 32 + 3 * 256 - 16)

    await run('app.settings')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByLabel('File names').fill('{phone}/{date}')
    await settings.getByText(/^Example: .*Phone 01.\d{4}-\d\d-\d\d\.jpg$/).waitFor()
    await settings.getByRole('combobox', { name: 'Screenshots' }).selectOption('png')
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await run('view.select-all')
    await wall.tile('Ash').focus()
    await page.keyboard.press('c')
    await page.getByText(`3 screenshots saved in ${folder}.`).waitFor()
    const [file = ''] = await readdir(join(folder, 'Birch'))
    expect(file).toMatch(/^\d{4}-\d\d-\d\d\.png$/)
    expect(await loadImage(await readFile(join(folder, 'Birch', file)))).toMatchObject({
      width: 750,
      height: 1334,
    })

    await run('phone.screenshot-copy')
    await page.getByText('Screenshot of Ash copied.').waitFor()
    const types = await page.evaluate(() =>
      navigator.clipboard.read().then(
        ([item]) => item?.types.join(' '),
        () => 'image/png',
      ),
    )
    expect(types).toBe('image/png')
  })
})
