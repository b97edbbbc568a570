import { beforeAll, expect, it } from 'vitest'
import type { RunningElectron } from './harness/electron-shell'
import { inShell } from './harness/shells'
import { useStage } from './harness/use-stage'
import { wallOf, type Wall } from './harness/wall'

const told = 'This window crashed and was reloaded.'
const question = 'This window keeps crashing.'
const [loadAnew, leave] = [0, 1]

/** The questions that the user was asked, kept in the main process. */
interface Asked {
  questions: string[]
  /** The number of questions on the screen without an answer. */
  open: number
  /** Answers the newest question with this button. */
  answer(button: number): void
}

inShell('electron', 'A page whose process crashes', (shell) => {
  const stage = useStage(shell, { devices: 3 })
  const electron = () => (stage().wall as Wall & RunningElectron).electron
  const [ofWall, ofPhone] = [/^[^?]+$/.source, /[?]phone=/.source]

  const crash = (address: string) =>
    electron().evaluate(
      ({ webContents }, pattern) =>
        new Promise<void>((resolve) => {
          const page = webContents.getAllWebContents().find((one) => new RegExp(pattern).test(one.getURL()))
          page?.once('render-process-gone', () => resolve())
          page?.forcefullyCrashRenderer()
        }),
      address,
    )
  /** Asks through the main process, because the driver drops a crashed page; null without an answer. */
  const shown = (address: string) =>
    electron().evaluate(
      async ({ webContents }, [pattern, notice]) => {
        const read = (sought: string) => {
          const devices = (selector: string) =>
            [...document.querySelectorAll<HTMLElement>(selector)].map(({ dataset }) => dataset['device'])
          return {
            live: devices('[data-device][data-state=live]:has([data-screen][data-frame])').length,
            selected: devices('[aria-selected=true] > [data-device]'),
            told: document.body.innerText.includes(sought),
          }
        }
        const page = webContents.getAllWebContents().find((one) => new RegExp(pattern).test(one.getURL()))
        if (!page || page.isCrashed()) return null
        const script = `(${String(read)})(${JSON.stringify(notice)})`
        const answered = page.executeJavaScript(script) as Promise<ReturnType<typeof read>>
        // A process that has just ended never answers.
        return Promise.race([answered, new Promise<null>((resolve) => setTimeout(resolve, 1000, null))])
      },
      [address, told] as const,
    )
  const asked = () => electron().evaluate(() => (globalThis as unknown as { asked: Asked }).asked.questions)
  /** Crashes the page until the question appears; the limit has its own test. */
  const crashUntilAsked = async (address: string) => {
    const { length } = await asked()
    const isAsked = async () => (await asked()).length > length
    do {
      await crash(address)
      await expect.poll(async () => (await isAsked()) || (await shown(address)) !== null).toBe(true)
    } while (!(await isAsked()))
  }
  const open = () => electron().evaluate(() => (globalThis as unknown as { asked: Asked }).asked.open)
  const answer = (button: number) =>
    electron().evaluate(
      (_, pressed) => (globalThis as unknown as { asked: Asked }).asked.answer(pressed),
      button,
    )
  /** Without the phone that is touched: its rate changes every 5 s, which opens a new stream. */
  const streamsBeside = async (touched: string) => {
    const sockets = await stage().simulator.sockets('stream')
    const others = sockets.filter(({ public_id }) => public_id !== touched)
    return others.map(({ public_id, since }) => `${public_id} ${since}`).toSorted()
  }

  beforeAll(async () => {
    await electron().evaluate(({ dialog }) => {
      let reply: (answer: { response: number; checkboxChecked: boolean }) => void = () => undefined
      const seen: Asked = {
        questions: [],
        open: 0,
        answer: (button) => reply({ response: button, checkboxChecked: false }),
      }
      Object.assign(globalThis, { asked: seen })
      const ask = async (_: unknown, { message, signal }: { message: string; signal?: AbortSignal }) => {
        seen.questions.push(message)
        seen.open += 1
        const answered = new Promise((resolve) => (reply = resolve))
        const takenAway = new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
        await Promise.race([answered, takenAway])
        seen.open -= 1
        // A press just before the crash.
        return answered
      }
      Object.assign(dialog, { showMessageBox: ask })
    })
  })

  it('reloads a phone’s window; after repeated crashes the user reopens it', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const coming = wall.page.context().waitForEvent('page')
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('o')
    await wallOf({ ...wall, page: await coming }).showsLarge(publicId)
    await crash(ofPhone)
    await expect.poll(() => shown(ofPhone)).toMatchObject({ live: 1, told: true })
    await crashUntilAsked(ofPhone)
    expect(await asked()).toEqual([question])
    expect(await shown(ofPhone)).toBeNull()
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('o')
    await expect.poll(() => shown(ofPhone)).toMatchObject({ live: 1, told: true })
    expect(await open()).toBe(0)
    await answer(leave)
    expect(await shown(ofPhone)).toMatchObject({ live: 1 })
    await crashUntilAsked(ofPhone)
    await answer(leave)
    await expect.poll(() => wall.page.context().pages().length).toBe(1)
    expect(await shown(ofWall)).toMatchObject({ live: 3, told: false })
  })

  it('reloads the wall on the same streams and releases every press', async () => {
    const { wall, simulator } = stage()
    const [first = '', second = ''] = simulator.phones
    await wall.showsLive(3)
    await wall
      .tile(second)
      .locator('header')
      .click({ modifiers: ['ControlOrMeta'] })
    const { client } = await wall.target(first, { across: 0.5, down: 0.5 })
    await wall.page.mouse.move(client.x, client.y)
    const since = await simulator.mark(first)
    await wall.page.mouse.down()
    await simulator.eventually(first, since, (events) => events.length > 0)
    const before = await streamsBeside(first)
    await crash(ofWall)
    const events = await simulator.eventually(first, since, (list) => list.at(-1)?.type === 'up')
    expect(events.map(({ type }) => type)).toEqual(['down', 'up'])
    await expect.poll(() => shown(ofWall)).toEqual({ live: 3, selected: [second], told: true })
    expect(await streamsBeside(first)).toEqual(before)
    expect(await open()).toBe(0)
  })

  it('asks after repeated crashes, streams nothing meantime, and can be closed', async () => {
    const { simulator } = stage()
    await crashUntilAsked(ofWall)
    expect(await shown(ofWall)).toBeNull()
    await expect.poll(() => simulator.sockets('stream')).toEqual([])
    await electron().evaluate(({ app }) => app.emit('second-instance'))
    await expect.poll(() => shown(ofWall)).toMatchObject({ live: 3, told: true })
    expect(await open()).toBe(0)
    await answer(leave)
    expect(await shown(ofWall)).toMatchObject({ live: 3 })
    await crashUntilAsked(ofWall)
    await answer(loadAnew)
    await expect.poll(() => shown(ofWall)).toMatchObject({ live: 3, told: true })
    await crashUntilAsked(ofWall)
    const ended = new Promise<void>((resolve) =>
      electron()
        .process()
        .once('exit', () => resolve()),
    )
    await answer(leave)
    await ended
  })
})
