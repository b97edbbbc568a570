import { expect, it } from 'vitest'
import { inOneShell } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 20_000, interval: 100 }

inOneShell('The palette', (shell) => {
  const stage = useStage(shell)

  const palette = () => {
    const { page } = stage().wall
    const dialog = page.getByRole('dialog', { name: 'Commands' })
    const search = dialog.getByRole('combobox', { name: 'Search commands and phones' })
    const options = dialog.getByRole('option')
    const highlighted = dialog.locator('[role=option][aria-selected=true]')
    return { dialog, search, options, highlighted }
  }
  const open = async () => {
    await stage().wall.page.keyboard.press('ControlOrMeta+k')
    await palette().search.waitFor()
  }

  it('runs a command found by parts of its words, by keyboard alone', async () => {
    const { page } = stage().wall
    const { dialog, highlighted } = palette()
    await open()
    await page.keyboard.type('fle ad')
    await highlighted.getByText('Add fleet…', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Add fleet' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('shows shortcuts and why a command is unavailable, and does not run it', async () => {
    const { page } = stage().wall
    const { dialog, search, options, highlighted } = palette()
    await open()
    await search.fill('next phone')
    await highlighted.getByText('Only in focus view.').waitFor()
    expect(await highlighted.getByText(/Alt\+→|⌥→/).count()).toBe(1)
    expect(await highlighted.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Enter')
    await highlighted.click({ force: true })
    expect(await dialog.isVisible()).toBe(true)
    // Available commands come first, then phones, then unavailable commands.
    await search.fill('phone')
    const rows = await options.evaluateAll((all) =>
      all.map((row) => ({
        can: row.ariaDisabled !== 'true',
        isPhone: /Go to phone|Show phones with label/.test(row.textContent),
      })),
    )
    const ranks = rows.map(({ can, isPhone }) => (isPhone ? 1 : can ? 0 : 2))
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2]))
    expect(ranks).toEqual(ranks.toSorted())
    await search.fill('xyzzy')
    await dialog.getByText('No results for “xyzzy”.').waitFor()
    expect(await options.count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('moves the focus to a phone on the wall', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[7] ?? ''
    const name = (await wall.tile(publicId).locator('header .name').textContent())?.trim() ?? ''
    const { search, highlighted } = palette()
    await open()
    await search.fill(`go ${name}`)
    await highlighted.getByText(`Go to phone ${name}`, { exact: true }).waitFor()
    await wall.page.keyboard.press('Enter')
    await wall.page.locator(`[data-device="${publicId}"]:focus`).waitFor()
  })

  it('shows whole command names in a window as narrow as a phone’s own', async () => {
    const { wall } = stage()
    const { dialog, options } = palette()
    await open()
    await wall.resize(300, 680)
    const name = options.filter({ hasText: 'Frame rate and delay' }).locator('.one-line').first()
    const cut = () => name.evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(cut, patience).toBeLessThanOrEqual(0)
    await wall.resize(1280, 800)
    await wall.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('names the phones that a command acts on', async () => {
    const { wall, simulator } = stage()
    const { dialog, search, highlighted } = palette()
    const [first = '', second = ''] = simulator.phones
    const name = (await wall.tile(first).locator('header .name').textContent())?.trim() ?? ''
    const onState = { position: { x: 13, y: 12 } }
    await wall.tile(first).locator('header').click(onState)
    await wall.tile(first).focus()
    await open()
    await search.fill('app switcher')
    await highlighted.getByText(name, { exact: true }).waitFor()
    await wall.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const publicId of [second, first]) {
      await wall
        .tile(publicId)
        .locator('header')
        .click({ ...onState, modifiers: ['Control'] })
    }
    await wall.tile(first).focus()
    await open()
    await search.fill('app switcher')
    await highlighted.getByText('2 selected phones').waitFor()
    await wall.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await wall.page.keyboard.press('Escape')
  })

  it('shows whether a toggle is on', async () => {
    const { page } = stage().wall
    const { dialog, search, highlighted } = palette()
    for (const [text, checked] of [
      ['Off', 'false'],
      ['On', 'true'],
    ] as const) {
      await open()
      await search.fill('inspector')
      await highlighted.getByText('Inspector', { exact: true }).waitFor()
      await highlighted.getByText(text, { exact: true }).waitFor()
      expect(await highlighted.getAttribute('aria-checked')).toBe(checked)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await open()
    await search.fill('save a screenshot')
    await highlighted.getByText('Save screenshot').waitFor()
    expect(await highlighted.getAttribute('aria-checked')).toBeNull()
    // An unavailable command is neither.
    await search.fill('mirror')
    await highlighted.getByText('Select at least two phones').waitFor()
    expect(await highlighted.getByText('Off', { exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('opens over the focus view and returns the focus', async () => {
    const { wall, simulator } = stage()
    const [first = '', second = ''] = simulator.phones
    const { dialog, search, highlighted } = palette()
    await wall.openLarge(first)
    await open()
    await search.fill('next phone')
    await highlighted.getByText('Next phone').waitFor()
    await wall.page.keyboard.press('Enter')
    await wall.showsLarge(second)
    await open()
    await wall.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await wall.page.keyboard.press('Alt+ArrowLeft')
    await wall.showsLarge(first)
    await wall.backToWall()
  })

  it('disables the browser’s history keys outside the focus view', async () => {
    const { wall, simulator } = stage()
    const { dialog } = palette()
    const left = () =>
      wall.page.evaluateHandle(() => ({
        stopped: new Promise((resolve) => {
          const tell = ({ key, defaultPrevented }: KeyboardEvent) => {
            if (key !== 'ArrowLeft') return
            window.removeEventListener('keydown', tell)
            resolve(defaultPrevented)
          }
          window.addEventListener('keydown', tell)
        }),
      }))
    const isStopped = async () => {
      // Listens before the key is pressed.
      const told = await left()
      await wall.page.keyboard.press('Alt+ArrowLeft')
      return told.evaluate(({ stopped }) => stopped)
    }
    await wall.page.getByRole('textbox', { name: 'Search phones' }).focus()
    expect(await isStopped()).toBe(true)
    await wall.tile(simulator.phones[0] ?? '').focus()
    expect(await isStopped()).toBe(true)
    await open()
    expect(await isStopped()).toBe(true)
    await wall.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('leaves its shortcut to a phone that has the keyboard', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    await wall.showsLive(12)
    const since = await simulator.mark(publicId)
    await wall.clickInto(publicId)
    await wall.page.keyboard.press('Control+k')
    await simulator.eventually(publicId, since, (events) => events.some(({ type }) => type === 'press'))
    expect(await palette().dialog.count()).toBe(0)
    await wall.page.keyboard.press('Shift+Escape')
    await wall.hasKeyboard(null)
  })

  it('opens by its button, and from the search field', async () => {
    const { page } = stage().wall
    const { dialog, search } = palette()
    await page.getByRole('button', { name: 'Commands' }).click()
    await search.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Search phones' }).focus()
    await open()
    await page.keyboard.type('search phones')
    await page.keyboard.press('Enter')
    await expect
      .poll(
        () => page.getByRole('textbox', { name: 'Search phones' }).evaluate((it) => it.matches(':focus')),
        patience,
      )
      .toBe(true)
    await page.keyboard.press('Escape')
  })
})
