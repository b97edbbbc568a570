import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import type { RunningElectron } from './harness/electron-shell'
import { inShell } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder, type Wall } from './harness/wall'

/** The calls to the desktop, kept in the main process. */
interface Asked {
  progress: { share: number; mode?: string }[]
  notes: { title: string; body: string }[]
  questions: string[]
  /** The button that answers the next question. */
  answer: number
}

let folder: Awaited<ReturnType<typeof freshFolder>>
beforeAll(async () => {
  folder = await freshFolder()
})
afterAll(() => folder.remove())

const file = async (name: string, bytes = 10) => {
  const path = join(folder.path, name)
  await writeFile(path, randomBytes(bytes))
  return path
}

inShell('electron', 'The desktop during uploads', (shell) => {
  const stage = useStage(shell, { devices: 2 })
  const electron = () => (stage().wall as Wall & RunningElectron).electron
  const phone = () => stage().simulator.phones[0] ?? ''
  const drop = (paths: string[]) => dropFiles(stage().wall, stage().wall.screen(phone()), paths)
  const asked = () => electron().evaluate(() => (globalThis as unknown as { asked: Asked }).asked)
  const answerWith = (button: number) =>
    electron().evaluate((_, answer) => {
      ;(globalThis as unknown as { asked: Asked }).asked.answer = answer
    }, button)

  beforeAll(async () => {
    await electron().evaluate(({ BrowserWindow, Notification, dialog }) => {
      const seen: Asked = { progress: [], notes: [], questions: [], answer: 1 }
      Object.assign(globalThis, { asked: seen })
      const [wall] = BrowserWindow.getAllWindows()
      if (wall)
        wall.setProgressBar = (share, options) =>
          void seen.progress.push({ share, ...(options?.mode ? { mode: options.mode } : {}) })
      BrowserWindow.getFocusedWindow = () => null
      Notification.isSupported = () => true
      Notification.prototype.show = function show(this: { title: string; body: string }) {
        seen.notes.push({ title: this.title, body: this.body })
      }
      const ask = (_: unknown, { message }: { message: string }) => {
        seen.questions.push(message)
        return Promise.resolve({ response: seen.answer, checkboxChecked: false })
      }
      Object.assign(dialog, { showMessageBox: ask })
    })
  })

  it('shows progress, and reports the end once while no window has the focus', async () => {
    const { simulator, wall } = stage()
    await simulator.admin('PUT', '/limits', { tickets: { max_bytes: 150_000_000 } })
    await drop([
      await file('large.bin', 150_000_001),
      await file('film.bin', 150_000_000),
      await file('b.bin'),
    ])
    await wall.page
      .getByText(/^Finished: 2 done, 1 failed/)
      .first()
      .waitFor()
    await expect.poll(asked).toMatchObject({
      notes: [{ title: 'Uploads finished', body: '2 files uploaded, 1 failed' }],
    })
    const { progress } = await asked()
    expect(progress.some(({ share, mode }) => share > 0 && share < 1 && mode !== 'none')).toBe(true)
    expect(progress.at(-1)).toEqual({ share: -1, mode: 'none' })
  })

  it('asks before the wall closes or the program quits, even if the page hangs', async () => {
    const { simulator, wall } = stage()
    await simulator.admin('PUT', `/phones/${phone()}`, { delay_ms: 600_000 })
    await drop([await file('one.bin'), await file('two.bin')])
    await wall.page.getByText(/^2 uploads in progress/).waitFor()
    await answerWith(1)
    await electron().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(asked).toMatchObject({ questions: ['2 files are still uploading.'] })
    await electron().evaluate(({ app }) => app.quit())
    await expect.poll(asked).toMatchObject({ questions: { length: 2 } })
    expect(await wall.page.locator('[data-transfer=sending], [data-transfer=ticket]').count()).toBe(2)

    const ended = new Promise<void>((resolve) =>
      electron()
        .process()
        .once('exit', () => resolve()),
    )
    const hung = wall.page.evaluate(() => {
      for (;;);
    })
    hung.catch(() => undefined)
    await answerWith(0)
    await electron().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await ended
    expect((await simulator.events(phone())).filter(({ name }) => name === 'one.bin')).toEqual([])
  })
})

inShell('browser', 'A browser page during uploads', (shell) => {
  const stage = useStage(shell, { devices: 2 })

  it('shows progress in its title, and asks before the user leaves', async () => {
    const { simulator, wall } = stage()
    const publicId = simulator.phones[0] ?? ''
    expect(await wall.page.title()).toBe('Fleetwall')
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 600_000 })
    await dropFiles(wall, wall.screen(publicId), [await file('held.bin', 1000)])
    await expect.poll(() => wall.page.title()).toMatch(/% – Fleetwall$/)
    // A page without user input is not asked about.
    await wall.tile(publicId).locator('header').click()
    const asking = wall.page.waitForEvent('dialog')
    const leaving = wall.page.reload()
    const dialog = await asking
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await leaving
  })
})
