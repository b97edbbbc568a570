import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import type { RunningElectron } from './harness/electron-shell'
import { inShell } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder, type Wall } from './harness/wall'

/** The questions that the user was asked, kept in the main process. */
interface Asked {
  questions: string[]
  /** The newest question’s detail, and the label of its quit button. */
  about: string[]
  /** The button that answers the next question. */
  answer: number
}

const [quit, stay] = [0, 1]

inShell('electron', 'Quitting with unfinished tasks', (shell) => {
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

  beforeAll(() =>
    electron().evaluate(({ dialog }) => {
      const asked: Asked = { questions: [], about: [], answer: 1 }
      Object.assign(globalThis, { asked })
      const ask = (_: unknown, question: { message: string; detail: string; buttons: string[] }) => {
        asked.questions.push(question.message)
        asked.about = [question.detail, ...question.buttons.slice(0, 1)]
        return Promise.resolve({ response: asked.answer, checkboxChecked: false })
      }
      Object.assign(dialog, { showMessageBox: ask })
    }),
  )

  it('asks, with the number of phones, while typed text still waits', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    const { page } = wall
    let since = await simulator.mark(publicId)
    await wall.clickInto(publicId)
    await simulator.eventually(publicId, since, (list) => list.some(({ type }) => type === 'up'))
    since = await simulator.mark(publicId)
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 4000 })
    await page.keyboard.press('Control+b')
    await page.keyboard.type('an important text')
    await wall
      .tile(publicId)
      .getByText(/ is still running/)
      .waitFor()
    await tellToQuit(stay)
    await expect.poll(questions).toEqual(['Input or actions are pending on 1 phone.'])
    expect(await about()).toEqual(['Quitting cancels them.', 'Quit anyway'])
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 0 })
    await simulator.eventually(publicId, since, (list) => list.some(({ type }) => type === 'text'))
    await page.keyboard.press('Shift+Escape')
    await electron().evaluate(() => ((globalThis as unknown as { asked: Asked }).asked.questions = []))
  })

  it('asks while a flow is being recorded', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [publicId = ''] = simulator.phones
    await wall.tile(publicId).focus()
    await wall.run('Record flow')
    await page.getByText(/^Recording a flow on/).waitFor()
    const since = await simulator.mark(publicId)
    await wall.clickInto(publicId)
    await simulator.eventually(publicId, since, (list) => list.some(({ type }) => type === 'up'))
    await tellToQuit(stay)
    await expect.poll(questions).toEqual(['A flow of 1 step is being recorded.'])
    await page.keyboard.press('Shift+Escape')
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await electron().evaluate(() => ((globalThis as unknown as { asked: Asked }).asked.questions = []))
  })

  it('asks, with the numbers of steps and uploads, then quits', async () => {
    const { wall, simulator } = stage()
    const folder = await freshFolder()
    const [first = ''] = simulator.phones
    const since = await Promise.all(simulator.phones.map(simulator.mark))
    await simulator.admin('PUT', '/limits', { rates: { per_device: { per_second: 0.001, burst: 0 } } })
    const path = join(folder.path, 'one.bin')
    await writeFile(path, randomBytes(10))
    await dropFiles(wall, wall.screen(first), [path])
    await wall.page.getByText(/^1 upload in progress/).waitFor()
    await tellToQuit(stay)
    const file = '1 file is still uploading.'
    await expect.poll(questions).toEqual([file])
    expect(await about()).toEqual(['Quitting cancels it.', 'Quit anyway'])

    await wall.page.keyboard.press('i')
    await wall.page.keyboard.press('ControlOrMeta+a')
    await wall.page.keyboard.press('ControlOrMeta+Shift+H')
    const progress = wall.page.getByRole('progressbar', { name: /^Progress of 4 phones/ })
    await expect.poll(() => progress.getAttribute('aria-valuetext')).toMatch(/^0 of 4/)

    await tellToQuit(stay)
    const steps = 'Tasks are still running: 4 steps left.'
    await expect.poll(questions).toEqual([file, `${file} ${steps}`])
    expect(await about()).toEqual(['Quitting cancels them.', 'Quit anyway'])

    const ended = new Promise<void>((resolve) =>
      electron()
        .process()
        .once('exit', () => resolve()),
    )
    await tellToQuit(quit)
    await ended
    for (const [index, publicId] of simulator.phones.entries())
      expect(await simulator.events(publicId, since[index])).toEqual([])
    await folder.remove()
  })
})
