import { createHash, randomBytes } from 'node:crypto'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import type { PhoneEvent } from './harness/simulator'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder } from './harness/wall'

const atOnce = 4
const filesOf = (events: readonly PhoneEvent[]) => events.filter(({ type }) => type === 'file')
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

inEachShell('Uploads', (shell) => {
  const stage = useStage(shell, { devices: 2 })
  let folder: Awaited<ReturnType<typeof freshFolder>>

  beforeAll(async () => {
    folder = await freshFolder()
    // A browser asks before it leaves a page with unfinished uploads.
    stage().wall.page.on('dialog', (dialog) => void dialog.accept())
  })
  beforeEach(async () => {
    await stage().simulator.admin('PUT', `/phones/${phone()}`, { delay_ms: 0 })
  })
  afterAll(() => folder.remove())

  const phone = () => stage().simulator.phones[0] ?? ''
  const make = async (name: string, content: Uint8Array = randomBytes(1000)) => {
    const path = join(folder.path, name)
    await writeFile(path, content)
    return { path, name, hash: hashOf(content) }
  }
  const drop = (files: readonly { path: string }[]) =>
    dropFiles(
      stage().wall,
      stage().wall.screen(phone()),
      files.map(({ path }) => path),
    )
  /** Waits until this many files are sent and wait for their answers. */
  const awaitAnswers = (count: number) =>
    stage().wall.page.waitForFunction(
      (wanted) =>
        document.querySelectorAll('[data-transfer=sending] [aria-valuenow="100"]').length === wanted,
      count,
    )
  const row = (name: string) => stage().wall.page.getByRole('listitem', { name })

  it('keep the names of the files, whatever those are', async () => {
    const { simulator } = stage()
    const since = await simulator.mark(phone())
    const names = [
      '"quotes" and \'more\'.txt',
      '100% & +1 = #?;.txt',
      '  spaces  ',
      'نص عربي.txt',
      '文件 ファイル.txt',
      'e\u0301 and é.txt',
      `${'😀'.repeat(62)}.é.txt`,
      'x'.repeat(255),
    ]
    expect(Buffer.byteLength(names[6] ?? '')).toBe(255)
    await drop(await Promise.all(names.map((name) => make(name))))
    const events = await simulator.eventually(phone(), since, (all) => filesOf(all).length >= names.length)
    expect(new Set(filesOf(events).map(({ name }) => name))).toEqual(new Set(names))
  })

  it('refuse files that changed after they were offered', async () => {
    const { simulator } = stage()
    const since = await simulator.mark(phone())
    await simulator.admin('PUT', `/phones/${phone()}`, { delay_ms: 2000 })
    const before = await Promise.all([1, 2, 3, 4].map((nth) => make(`before ${nth}.bin`)))
    await drop(before)
    await awaitAnswers(atOnce)
    const changing = await make('changing.bin')
    await drop([changing])
    await row('changing.bin to').and(stage().wall.page.locator('[data-transfer=waiting]')).waitFor()
    await appendFile(changing.path, 'more')
    await row('changing.bin to')
      .getByText(/changing\.bin.? has changed/)
      .waitFor()
    const events = await simulator.eventually(phone(), since, (all) => filesOf(all).length >= before.length)
    expect(filesOf(events).map(({ name }) => name)).not.toContain('changing.bin')
  })

  it('survive a reload if the core has the files, and fail if the page has them', async () => {
    const { simulator, wall } = stage()
    const since = await simulator.mark(phone())
    await simulator.admin('PUT', `/phones/${phone()}`, { delay_ms: 2000 })
    const files = await Promise.all([1, 2, 3, 4, 5, 6].map((nth) => make(`under way ${nth}.bin`)))
    await drop(files)
    await awaitAnswers(atOnce)
    await wall.page.reload()
    const [arrive, lost] =
      shell.name === 'electron' ? [files, []] : [files.slice(0, atOnce), files.slice(atOnce)]
    for (const { name } of lost) {
      await row(`${name} to`)
        .getByText(/The page with .* was closed/)
        .waitFor()
    }
    const events = await simulator.eventually(phone(), since, (all) => filesOf(all).length >= arrive.length)
    for (const { name } of arrive)
      await row(`${name} to`).and(wall.page.locator('[data-transfer=done]')).waitFor()
    expect(
      filesOf(events)
        .map(({ sha256 }) => sha256)
        .toSorted(),
    ).toEqual(arrive.map(({ hash }) => hash).toSorted())
  })
})
