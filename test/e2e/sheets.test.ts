import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { expectAccessible } from './harness/accessible'
import { dropFiles } from './harness/drop'
import { inEachShellAtLength, isShortRun } from './harness/shells'
import { startSimulator } from './harness/simulator'
import { freshFolder, openWall } from './harness/wall'

// The service takes 60 uploads a minute.
const phones = isShortRun ? 40 : 100
const waitMs = 150_000
const [small, large, limit] = [100, 900, 500]

inEachShellAtLength('A sheet', (shell) => {
  it('uploads each phone its own file, and retries those that failed', async () => {
    const simulator = await startSimulator({ devices: phones })
    const folder = await freshFolder()
    const { environment } = simulator
    const wall = await openWall(shell, { userDataDir: join(folder.path, 'user-data'), environment })
    onTestFinished(async () => {
      await wall.close()
      await simulator.close()
      await folder.remove()
    })
    const { page } = wall
    await page.locator('[data-device]').first().waitFor()
    const photos = join(folder.path, 'photos')
    for (const half of ['a', 'b']) await mkdir(join(photos, half), { recursive: true })
    // Two files have each name.
    const nameOf = (at: number) => `${at % (phones / 2)}.bin`
    const pathOf = (at: number) => join(at < phones / 2 ? 'a' : 'b', nameOf(at))
    const contents = simulator.phones.map((_, at) => randomBytes(at % 15 === 7 ? large : small))
    for (const [at, content] of contents.entries()) await writeFile(join(photos, pathOf(at)), content)
    const rows = simulator.phones.map((publicId, at) => `${publicId};${pathOf(at)}`)
    const sheet = join(folder.path, 'sheet.csv')
    // As a German Excel saves Unicode text.
    await writeFile(sheet, Buffer.from(`\uFEFF${['public_id;file', ...rows].join('\r\n')}`, 'utf16le'))

    await wall.run('Open sheet')
    const dialog = page.getByRole('dialog', { name: 'A value for each phone' })
    await dialog.locator('input[type=file]').first().setInputFiles(sheet)
    await dialog.getByLabel('Use for').selectOption('upload')
    await dialog
      .locator('[data-flaw=file]')
      .nth(phones - 1)
      .waitFor()
    await dropFiles(wall, dialog.getByText('Drop the files'), [photos])
    await dialog.getByText(`${phones} phones get a value.`).waitFor()
    await expectAccessible(wall, 'a sheet')
    await simulator.admin('PUT', '/limits', { tickets: { max_bytes: limit } })
    await dialog.getByRole('button', { name: 'Upload files' }).click()

    const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
    const filesOn = async (publicId: string) =>
      (await simulator.events(publicId))
        .filter(({ type }) => type === 'file')
        .map(({ name, sha256 }) => ({ name, sha256 }))
    const arrived = async () => Promise.all(simulator.phones.map(filesOn))
    const isLarge = (at: number) => contents[at]?.length === large
    const due = (withLarge: boolean) =>
      contents.map((content, at) =>
        isLarge(at) && !withLarge ? [] : [{ name: nameOf(at), sha256: hashOf(content) }],
      )
    await expect.poll(arrived, { timeout: waitMs }).toEqual(due(false))
    await wall.run('Panel: Uploads')
    await page.locator('[data-transfer=failed]').first().waitFor()
    await simulator.admin('PUT', '/limits', { tickets: { max_bytes: 314_572_800 } })
    await page.getByRole('button', { name: 'Retry failed' }).click()
    await expect.poll(arrived, { timeout: waitMs }).toEqual(due(true))
  }, 300_000)
})
