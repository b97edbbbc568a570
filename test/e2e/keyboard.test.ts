import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 20_000, interval: 100 }
const devices = ['Ash', 'Birch', 'Cedar', 'Date'].map((name, at) => ({
  public_id: `dev_${at}`,
  name,
  labels: at < 2 ? [{ name: 'rented', color: '#00AA55' }] : [],
}))

inEachShellAtLength('The keyboard alone', (shell) => {
  const stage = useStage(shell, { devices })

  it('is enough to find, choose, filter, act, type, edit, mirror and configure', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const { keyboard } = page
    /** The focused element, and whether its focus is visible. */
    const focus = () =>
      page.evaluate(() => {
        const element = document.activeElement
        const style = element && getComputedStyle(element)
        const ringed =
          style !== null &&
          (style.outlineStyle !== 'none' ||
            style.boxShadow !== 'none' ||
            Boolean(element?.closest('[role=search]')))
        return {
          phone: element?.closest('[data-device]')?.getAttribute('data-device') ?? null,
          name: element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '',
          isSeen: ringed && element?.matches(':focus-visible') === true,
        }
      })
    const isOn = (phone: string) => expect.poll(focus, patience).toMatchObject({ phone, isSeen: true })
    const isOnNamed = (name: RegExp) =>
      expect
        .poll(focus, patience)
        .toMatchObject({ name: expect.stringMatching(name) as string, isSeen: true })
    const shown = () =>
      page
        .locator('[role=gridcell] [data-device]')
        .evaluateAll((all) => all.map((tile) => tile.getAttribute('data-device')))
    const selected = () =>
      page
        .locator('[role=gridcell][aria-selected=true] [data-device]')
        .evaluateAll((all) => all.map((tile) => tile.getAttribute('data-device')))

    // Find.
    await keyboard.press('/')
    await isOnNamed(/^Search phones$/)
    await keyboard.type('cedar')
    await expect.poll(shown, patience).toEqual(['dev_2'])
    await keyboard.press('Enter')
    await isOn('dev_2')
    await keyboard.press('/')
    await isOnNamed(/^Search phones$/)
    await keyboard.press('Escape')
    await expect.poll(shown, patience).toHaveLength(4)

    // Choose.
    await keyboard.press('Home')
    await isOn('dev_0')
    await keyboard.press('ArrowRight')
    await isOn('dev_1')
    await keyboard.press('Space')
    await keyboard.press('Shift+ArrowRight')
    await isOn('dev_2')
    expect(await selected()).toEqual(['dev_1', 'dev_2'])

    // Filter.
    await keyboard.press('l')
    await keyboard.press('Shift+Tab')
    await isOnNamed(/^Ready, 4 phones$/)
    await keyboard.press('ArrowUp')
    await isOnNamed(/^rented, 2 phones$/)
    await keyboard.press('Space')
    await expect.poll(shown, patience).toEqual(['dev_0', 'dev_1'])
    await keyboard.press('l')
    await expect.poll(focus, patience).toMatchObject({ phone: expect.stringMatching(/^dev_/) as string })
    await keyboard.press('ControlOrMeta+k')
    await keyboard.type('show all phones')
    await keyboard.press('Enter')
    await expect.poll(shown, patience).toHaveLength(4)
    expect(await selected()).toEqual(['dev_1', 'dev_2'])

    // Act on the selection, by the menu.
    await keyboard.press('Home')
    await keyboard.press('ArrowRight')
    await isOn('dev_1')
    const marks = [await simulator.mark('dev_1'), await simulator.mark('dev_2')]
    await keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await keyboard.type('lock')
    await keyboard.press('Enter')
    for (const [at, phone] of ['dev_1', 'dev_2'].entries())
      await simulator.eventually(phone, marks[at] ?? 0, (events) =>
        events.some(({ type }) => type === 'press'),
      )
    await isOn('dev_1')
    await keyboard.press('Escape')
    expect(await selected()).toEqual([])

    // Type, on the wall and in focus view.
    const typed = async (phone: string, text: string) => {
      const since = await simulator.mark(phone)
      await keyboard.press('t')
      await wall.hasKeyboard(phone)
      await keyboard.type(text)
      await simulator.eventually(phone, since, (events) =>
        events
          .map((event) => (event.type === 'text' ? String(event['text']) : ''))
          .join('')
          .includes(text),
      )
      await keyboard.press('Shift+Escape')
      await wall.hasKeyboard(null)
    }
    await typed('dev_1', 'on the wall')
    await isOn('dev_1')
    await keyboard.press('Enter')
    await wall.showsLarge('dev_1')
    await typed('dev_1', 'large')
    await keyboard.press('Alt+ArrowRight')
    await wall.showsLarge('dev_2')
    await keyboard.press('Alt+ArrowLeft')
    await wall.showsLarge('dev_1')
    await keyboard.press('s')
    await page.getByRole('navigation', { name: 'Filmstrip' }).waitFor()
    await keyboard.press('s')

    // Edit, in the inspector beside the focus view.
    await keyboard.press('Escape')
    await isOn('dev_1')
    await keyboard.press('i')
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await inspector.waitFor()
    for (let tabs = 0; tabs < 20 && !/^Custom name/.test(await nameOfField()); tabs += 1)
      await keyboard.press('Tab')
    await keyboard.type('By hand')
    for (let tabs = 0; tabs < 20 && (await focus()).name !== 'Save'; tabs += 1) await keyboard.press('Tab')
    await keyboard.press('Enter')
    await page.getByRole('group', { name: /^By hand/ }).waitFor()
    await isOnNamed(/^Save$/)
    await keyboard.press('Escape')
    await keyboard.press('i')
    await isOn('dev_1')

    // Mirror.
    await keyboard.press('ControlOrMeta+a')
    await keyboard.press('m')
    await page.getByText(/Your input goes to all 4 selected phones|Your input goes to \d of 4/).waitFor()
    await keyboard.press('m')
    await page
      .getByText(/Your input goes to all 4 selected phones|Your input goes to \d of 4/)
      .waitFor({ state: 'detached' })
    await isOn('dev_1')

    // Set a shortcut, and reset it.
    await keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await keyboard.press('Escape')
    await isOn('dev_1')
    await keyboard.press('ControlOrMeta+,')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await keyboard.press('Escape')
    await isOn('dev_1')

    async function nameOfField(): Promise<string> {
      return page.evaluate(() =>
        document.activeElement instanceof HTMLInputElement
          ? (document.activeElement.labels?.[0]?.textContent ?? '')
          : '',
      )
    }
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('moves by Tab into the active tile and its buttons only', async () => {
    const { wall, simulator } = stage()
    const { keyboard } = wall.page
    // Code 4409 stops the reconnects.
    const close = { public_id: 'dev_3', channel: 'stream', do: 'close', code: 4403 }
    await simulator.admin('POST', '/sockets', close)
    await wall.page.locator('[data-device=dev_3][data-state=parked]').waitFor()
    const { client } = await wall.target('dev_2', { across: 0.5, down: 0.75 })
    await wall.page.mouse.click(client.x, client.y)
    await expect.poll(() => simulator.sockets('control', 'dev_2')).toHaveLength(1)
    await simulator.admin('POST', '/sockets', { ...close, public_id: 'dev_2', channel: 'control' })
    await wall.tile('dev_2').getByRole('button', { name: 'Retry' }).waitFor()
    const seesPhones = async (tabs: number) => {
      const phones: (string | null)[] = []
      for (let at = 0; at < tabs; at += 1) {
        await keyboard.press('Tab')
        phones.push(
          await wall.page.evaluate(
            () => document.activeElement?.closest('[data-device]')?.getAttribute('data-device') ?? null,
          ),
        )
      }
      return phones
    }
    await wall.tile('dev_0').focus()
    expect(await seesPhones(6)).toEqual(['dev_0', 'dev_0', 'dev_0', 'dev_0', null, null])
    await wall.tile('dev_3').focus()
    const offered = wall.tile('dev_3').getByRole('button', { name: 'Retry' })
    const isThere = () => offered.evaluate((button) => button.matches(':focus-visible'))
    for (let tabs = 0; tabs < 6 && !(await isThere()); tabs += 1) await keyboard.press('Tab')
    expect(await isThere()).toBe(true)
  })
})
