import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import type { RunningElectron } from './harness/electron-shell'
import { inShell } from './harness/shells'
import { useStage } from './harness/use-stage'
import type { Wall } from './harness/wall'

/** What the person was asked, kept in the main process. */
interface Asked {
  questions: string[]
  /** What is said under the newest, and on the button that quits. */
  about: string[]
  /** What the next question is answered with: the button's number. */
  answer: number
}

const [quit, stay] = [0, 1]

inShell('electron', 'Quitting while work on several phones is not over', (shell) => {
  const stage = useStage(shell, { devices: 4 })
  const electron = () => (stage().wall as Wall & RunningElectron).electron
  const questions = () =>
    electron().evaluate(() => (globalThis as unknown as { asked: Asked }).asked.questions)
  const about = () => electron().evaluate(() => (globalThis as unknown as { asked: Asked }).asked.about)
  const tellToQuit = (answer: number) =>
    electron().evaluate(({ app }, button) => {
      ;(globalThis as unknown as { asked: Asked }).asked.answer = button
      app.quit()
    }, answer)

  it('asks, with the number of steps, beside the files that are on their way; then it ends', async () => {
    const { wall, simulator, userDataDir } = stage()
    const [first = ''] = simulator.phones
    await electron().evaluate(({ dialog }) => {
      const asked: Asked = { questions: [], about: [], answer: 1 }
      Object.assign(globalThis, { asked })
      const ask = (_: unknown, question: { message: string; detail: string; buttons: string[] }) => {
        asked.questions.push(question.message)
        asked.about = [question.detail, ...question.buttons.slice(0, 1)]
        return Promise.resolve({ response: asked.answer, checkboxChecked: false })
      }
      Object.assign(dialog, { showMessageBox: ask })
    })
    await simulator.admin('PUT', '/limits', { rates: { per_device: { per_second: 0.001, burst: 0 } } })
    const path = join(userDataDir, 'one.bin')
    await writeFile(path, randomBytes(10))
    await dropFiles(wall, wall.screen(first), [path])
    await wall.page.getByText(/^1 transfer under way/).waitFor()
    await tellToQuit(stay)
    const file = '1 file is still on its way.'
    await expect.poll(questions).toEqual([file])
    expect(await about()).toEqual(['If Fleetwall quits now it is cancelled.', 'Quit and cancel it'])

    await wall.page.keyboard.press('i')
    await wall.page.keyboard.press('ControlOrMeta+a')
    await wall.page.keyboard.press('ControlOrMeta+Shift+H')
    const progress = wall.page.getByRole('progressbar', { name: /^Progress of 4 phones/ })
    await expect.poll(() => progress.getAttribute('aria-valuetext')).toMatch(/^0 of 4/)

    await tellToQuit(stay)
    const steps = 'Work on phones is not over yet: 4 steps are left.'
    await expect.poll(questions).toEqual([file, `${file} ${steps}`])
    expect(await about()).toEqual(['If Fleetwall quits now they are cancelled.', 'Quit and cancel them'])

    const ended = new Promise<void>((resolve) =>
      electron()
        .process()
        .once('exit', () => resolve()),
    )
    await tellToQuit(quit)
    await ended
    for (const publicId of simulator.phones) expect(await simulator.events(publicId)).toEqual([])
  })
})
