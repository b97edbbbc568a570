import type { Locator } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { expectAccessible } from './harness/accessible'
import type { RunningElectron } from './harness/electron-shell'
import { inEachShellAtLength, windowSize } from './harness/shells'
import type { PhoneEvent } from './harness/simulator'
import { menuEntry } from './harness/menu'
import { useStage } from './harness/use-stage'

const has = (type: string) => (events: PhoneEvent[]) => events.some((event) => event.type === type)

inEachShellAtLength('Actions on a phone', (shell) => {
  const stage = useStage(shell)
  afterEach(async () => {
    await stage().wall.backToWall()
    await stage().wall.page.keyboard.press('Escape')
  })

  const openMenu = async (publicId: string) => {
    const { wall } = stage()
    await wall.tile(publicId).locator('header').click({ button: 'right' })
    return wall.page.getByRole('menu')
  }
  const pick = async (publicId: string, item: string) => {
    await openMenu(publicId)
    await (await menuEntry(stage().wall.page, item)).click()
  }
  /** Returns the action of this type that the phone performs after `choose`. */
  const doneBy = async (publicId: string, type: string, choose: () => Promise<void>) => {
    const { simulator } = stage()
    const since = await simulator.mark(publicId)
    await choose()
    return (await simulator.eventually(publicId, since, has(type))).find((event) => event.type === type)
  }

  it.each([
    ['Lock', { type: 'press', name: 'lock' }],
    ['App switcher', { type: 'press', name: 'app_switcher' }],
    ['Search on phone', { type: 'press', name: 'search' }],
    ['Airplane mode on', { type: 'airplane', on: true }],
    ['Airplane mode off', { type: 'airplane', on: false }],
    ['Recalibrate pointer', { type: 'recalibrate' }],
  ])('%s runs from the menu of the tile’s header', async (item, event) => {
    const [publicId = ''] = stage().simulator.phones
    expect(await doneBy(publicId, event.type, () => pick(publicId, item))).toMatchObject(event)
  })

  it('opens a checked address, and an app by its handle', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const dialog = wall.page.getByRole('dialog')
    const opened = await doneBy(publicId, 'open_url', async () => {
      await pick(publicId, 'Open address…')
      await dialog.getByLabel('Address').fill('no address')
      await wall.page.keyboard.press('Enter')
      await dialog.getByText('Enter a site such as example.com').waitFor()
      await dialog.getByLabel('Address').fill('example.com/x')
      await wall.page.keyboard.press('Enter')
    })
    expect(opened).toMatchObject({ url: 'https://example.com/x' })
    const app = await doneBy(publicId, 'open_app', async () => {
      await pick(publicId, 'Open app…')
      await dialog.getByLabel('App').selectOption('Messenger: a bot')
      await dialog.getByRole('button', { name: 'Open app', exact: true }).click()
      await dialog.getByLabel('Bot handle').fill('some_bot')
      await wall.page.keyboard.press('Enter')
    })
    expect(app).toMatchObject({ target: 'messenger', username: 'some_bot' })
  })

  it('does gestures, keys and chords at one place of many phones that are not live', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const phones = simulator.phones.slice(0, 2)
    const since = await Promise.all(phones.map((publicId) => simulator.mark(publicId)))
    await wall.run('Pause all phones')
    await page.getByText('Paused.').first().waitFor()
    const [first = '', second = ''] = phones
    for (const publicId of [first, second])
      await wall
        .tile(publicId)
        .locator('header')
        .click({ modifiers: ['Shift'] })
    await wall.run('Gesture…')
    const dialog = page.getByRole('dialog', { name: 'Gesture on 2 selected phones' })
    await dialog.getByLabel('Gesture', { exact: true }).selectOption('Double tap')
    await dialog.getByLabel('X').fill('101')
    await dialog.getByText('X: enter a number from 0 to 100.').waitFor()
    await dialog.getByLabel('X').fill('100')
    await dialog.getByLabel('Y').fill('0')
    await dialog.getByText('Uses 2 actions.').waitFor()
    await expectAccessible(wall, 'a gesture')
    await page.keyboard.press('Enter')
    const authorization = { Authorization: `Bearer ${simulator.apiKey}` }
    for (const [at, publicId] of phones.entries()) {
      const [done] = (await simulator.eventually(publicId, since[at] ?? 0, has('double_tap'))).filter(
        ({ type }) => type === 'double_tap',
      )
      const answer = await fetch(`${simulator.baseUrl}/devices/${publicId}`, { headers: authorization })
      const { snapshot } = (await answer.json()) as { snapshot: { width: number } }
      expect(done).toMatchObject({ x: snapshot.width - 1, y: 0, gap_ms: 100 })
    }
    await wall.run('Press key…')
    await page.getByRole('dialog').getByLabel('Key').selectOption('PgUp')
    await page.getByRole('dialog').getByRole('button', { name: 'Press key' }).click()
    await simulator.eventually(second, since[1] ?? 0, has('key'))
    const asked = page.getByRole('dialog')
    await wall.run('Press key…')
    await asked.getByLabel('Cmd').check()
    await asked.getByLabel('Shift').check()
    await asked.getByLabel('Key').selectOption('Z')
    await expectAccessible(wall, 'a chord')
    await asked.getByRole('button', { name: 'Press key' }).click()
    await wall.run('Gesture…')
    await dialog.getByLabel('Gesture', { exact: true }).selectOption('Path')
    await dialog.getByLabel('Position in').selectOption('Pixels')
    const points = dialog.getByLabel('Points')
    await points.fill('10,10 50,9999')
    await dialog.getByText(/^Points: 50,9999 is off the screen/).waitFor()
    expect(await points.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(wall, 'a point off the screen')
    await points.fill('10,10 50,50')
    await page.keyboard.press('Enter')
    await wall.run('Gesture…')
    await dialog.getByLabel('Gesture', { exact: true }).selectOption('Drag')
    await dialog.getByLabel('Position in').selectOption('Percent')
    await dialog.getByRole('button', { name: 'Drag' }).click()
    for (const [at, publicId] of phones.entries()) {
      const done = await simulator.eventually(
        publicId,
        since[at] ?? 0,
        (events) => has('press')(events) && has('path')(events) && has('drag')(events),
      )
      expect(done).toContainEqual(
        expect.objectContaining({ type: 'press', modifiers: ['shift', 'cmd'], key: 'z' }),
      )
      expect(done).toContainEqual(
        expect.objectContaining({
          type: 'path',
          points: [
            { x: 10, y: 10 },
            { x: 50, y: 50 },
          ],
        }),
      )
    }
    await wall.run('Type text…')
    await page.getByRole('dialog').getByLabel('Text').fill('Number {n:02}')
    await page.getByRole('checkbox', { name: /^Fill in/ }).check()
    await page
      .getByRole('dialog')
      .getByText(/: Number 01$/)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Type text' }).click()
    for (const [at, publicId] of phones.entries())
      expect(await simulator.eventually(publicId, since[at] ?? 0, has('text'))).toContainEqual(
        expect.objectContaining({ type: 'text', text: `Number 0${at + 1}` }),
      )
    await page.keyboard.press('Escape')
    await wall.run('Pause all phones')
  })

  it('keeps a gesture as a command that has a shortcut, and forgets it', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const publicId = simulator.phones[3] ?? ''
    await wall.tile(publicId).focus()
    await wall.run('Gesture…')
    const dialog = page.getByRole('dialog', { name: /^Gesture on/ })
    await dialog.getByLabel('Gesture', { exact: true }).selectOption('Tap')
    await dialog.getByLabel('X').fill('25')
    await dialog.getByLabel('Y').fill('75')
    await dialog.getByLabel('Name of the command').fill('Press Next')
    await expectAccessible(wall, 'a gesture to keep')
    await dialog.getByRole('button', { name: 'Keep as a command' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })

    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByRole('button', { name: 'Change shortcut for Press Next' }).press('Enter')
    await sheet.getByText('Press the new keys, or Esc to cancel').waitFor()
    await page.keyboard.press('F8')
    await sheet.getByRole('button', { name: 'Change shortcut for Press key PgUp' }).press('Enter')
    await sheet.getByText('Press the new keys, or Esc to cancel').waitFor()
    await page.keyboard.press('F9')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    await wall.tile(publicId).focus()
    const shown = await wall.screen(publicId).getAttribute('data-frame')
    const [width = 0, height = 0] = shown?.split('x').map(Number) ?? []
    const tap = await doneBy(publicId, 'tap', () => page.keyboard.press('F8'))
    expect(tap).toMatchObject({ x: Math.round((width - 1) / 4), y: Math.round(((height - 1) * 3) / 4) })
    expect(await doneBy(publicId, 'key', () => page.keyboard.press('F9'))).toMatchObject({ key: 'page_up' })

    await page.keyboard.press('?')
    await sheet.getByRole('button', { name: 'Remove the command Press Next' }).press('Enter')
    await expect.poll(() => sheet.getByText('Press Next').count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  it('presses a preset by its name, and keeps a chord as a command that has a shortcut', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const publicId = simulator.phones[3] ?? ''
    const dialog = page.getByRole('dialog', { name: /^Press key on/ })
    await wall.tile(publicId).focus()
    const preset = await doneBy(publicId, 'press', async () => {
      await wall.run('Press key…')
      await dialog.getByLabel('Preset').fill('app_switcher')
      await page.keyboard.press('Enter')
    })
    expect(preset).toMatchObject({ name: 'app_switcher' })

    await wall.run('Press key…')
    await dialog.getByLabel('Cmd').check()
    await dialog.getByLabel('Key').selectOption('H')
    await dialog.getByLabel('Name of the command').fill('Go home')
    await dialog.getByRole('button', { name: 'Keep as a command' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByRole('button', { name: 'Change shortcut for Go home' }).press('Enter')
    await page.keyboard.press('F7')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await wall.tile(publicId).focus()
    const chord = await doneBy(publicId, 'press', () => page.keyboard.press('F7'))
    expect(chord).toMatchObject({ modifiers: ['cmd'], key: 'h' })
  })

  it('pauses a task on many phones, which ends what was sent, and resumes it', async () => {
    const { wall } = stage()
    const { page } = wall
    await page.keyboard.press('ControlOrMeta+a')
    await wall.run('Gesture…')
    const dialog = page.getByRole('dialog', { name: 'Gesture on 12 selected phones' })
    await dialog.getByLabel('Gesture', { exact: true }).selectOption('Swipe')
    await dialog.getByLabel('Duration in ms').fill('3000')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Tasks/ }).click()
    const row = page.getByRole('listitem').filter({ hasText: '12 phones: Swipe' })
    await row.getByRole('button', { name: 'Pause' }).click()
    await row.getByText('Paused.', { exact: true }).waitFor()
    // Four at once; a slow computer may pause the second four.
    await row.getByText(/^[48] of 12$/).waitFor()
    await expectAccessible(wall, 'a paused task')
    await row.getByRole('button', { name: 'Resume' }).click()
    await row.getByText('12 done').waitFor()
    await page.keyboard.press('ControlOrMeta+j')
    await page.keyboard.press('Escape')
  })

  it('opens a phone in the dashboard, in the person’s browser', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const address = /^https:\/\/dashboard\.fleetwall\.example\/devices\/\d+$/
    if (shell.name === 'browser') {
      await wall.page.context().route(address, (route) => route.fulfill({ body: 'the dashboard' }))
      const coming = wall.page.context().waitForEvent('page')
      await pick(publicId, 'Open in dashboard')
      const dashboard = await coming
      await dashboard.waitForURL(address)
      expect(await dashboard.evaluate(() => window.opener)).toBeNull()
      await dashboard.close()
      return
    }
    const { electron } = wall as unknown as RunningElectron
    const opened = electron.evaluate(
      ({ shell: system }) =>
        new Promise<string>((resolve) => {
          Object.assign(system, { openExternal: (url: string) => Promise.resolve(resolve(url)) })
        }),
    )
    await pick(publicId, 'Open in dashboard')
    expect(await opened).toMatch(address)
  })

  it('sets a phone’s clipboard from focus view, and shows and copies its text', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[1] ?? ''
    await wall.openLarge(publicId)
    const actions = wall.page.locator('section').getByRole('button', { name: 'Actions' })
    await doneBy(publicId, 'clipboard_set', async () => {
      await actions.click()
      await (await menuEntry(wall.page, 'Set clipboard…')).click()
      await wall.page.getByRole('dialog').getByLabel('Text').fill('two\nlines')
      await wall.page.getByRole('button', { name: 'Set clipboard', exact: true }).click()
    })
    await actions.click()
    await (await menuEntry(wall.page, 'Show clipboard')).click()
    const dialog = wall.page.getByRole('dialog')
    await dialog.getByText('two lines').waitFor()
    await expectAccessible(wall, 'clipboard of one phone')
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await dialog.getByText('Copied.').waitFor()
    await wall.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('syncs the clipboards once switched on, on copy and on paste', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[5] ?? ''
    const clipboard = async () => (await simulator.act(publicId, { type: 'clipboard_get' }))['clipboard']
    await wall.openLarge(publicId)
    await simulator.act(publicId, { type: 'clipboard_set', text: 'from the phone' })
    await simulator.act(publicId, { type: 'press', name: 'home' })
    await wall.page.locator('section').getByRole('button', { name: 'Actions' }).click()
    await (await menuEntry(wall.page, 'Sync clipboards', 'menuitemcheckbox')).click()
    await wall.clickInto(publicId, { across: 0.5, down: 0.75 })
    const since = await simulator.mark(publicId)
    await wall.page.keyboard.press('Control+c')
    await simulator.eventually(publicId, since, has('clipboard_get'))
    await simulator.act(publicId, { type: 'clipboard_set', text: 'something else' })
    await expect
      .poll(async () => {
        const before = await simulator.mark(publicId)
        await wall.page.keyboard.press('Control+v')
        await simulator.eventually(publicId, before, has('clipboard_set'))
        return clipboard()
      })
      .toBe('from the phone')
    // The copied text is not on the computer yet, so the phone pastes it itself, after the copy.
    await simulator.act(publicId, { type: 'clipboard_set', text: 'copied last' })
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 600 })
    const quick = await simulator.mark(publicId)
    for (const keys of ['Control+c', 'Control+v', 'z']) await wall.page.keyboard.press(keys)
    const behind = await simulator.eventually(publicId, quick, has('text'))
    expect(behind.map(({ type }) => type)).toEqual(['press', 'clipboard_get', 'press', 'text'])
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 0 })
    expect(await clipboard()).toBe('copied last')
    // Without a copy nothing is fetched: it would replace the computer’s clipboard.
    const refused = await simulator.mark(publicId)
    // Only the copy is refused; a fetch after it would be carried out.
    await simulator.admin('POST', '/faults', { on: 'performAction', code: 'command_rejected', times: 1 })
    await wall.page.keyboard.press('Control+x')
    await wall.page.getByText(/^“Press Ctrl\+X” failed.*rejected/).waitFor()
    await wall.page.keyboard.press('Enter')
    const events = await simulator.eventually(publicId, refused, has('key'))
    expect(events.map(({ type }) => type)).toEqual(['key'])
    await wall.page.keyboard.press('Shift+Escape')
    await wall.page.getByRole('button', { name: 'Clipboard sync is on' }).click()
  })

  it('writes a copied text to the computer’s clipboard, however late', async () => {
    const { wall } = stage()
    // As late as possible: the page has no copy to remember.
    await wall.page.reload()
    await wall.page.locator('[data-device]').first().waitFor()
    const { result } = await wall.devtools.send('Runtime.evaluate', {
      expression: `navigator.clipboard.writeText('late').then(() => 'written', String)`,
      awaitPromise: true,
      userGesture: false,
    })
    expect(result.value).toBe('written')
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('sets a clipboard by keyboard, and does not keep the text', async () => {
    const [publicId = ''] = stage().simulator.phones
    const { page } = stage().wall
    const text = page.getByRole('dialog').getByLabel('Text')
    const set = await doneBy(publicId, 'clipboard_set', async () => {
      await pick(publicId, 'Set clipboard…')
      await text.fill('a secret')
      await page.keyboard.press('ControlOrMeta+Enter')
    })
    expect(set).toMatchObject({ text: 'a secret' })
    await text.waitFor({ state: 'detached' })
    await pick(publicId, 'Set clipboard…')
    expect(await text.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'detached' })
  })

  it('treats a typed space in the phone menu as part of the search', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const since = await simulator.mark(publicId)
    const menu = await openMenu(publicId)
    const marked = menu.locator(':focus')
    await wall.page.keyboard.type('app s')
    await marked.getByText('App switcher').waitFor()
    expect(await menu.isVisible()).toBe(true)
    // The search is cleared after a while; then a space runs the marked entry.
    await wall.page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await openMenu(publicId)
    await wall.page.keyboard.type('open in n')
    await marked.getByText('Open in new window').waitFor()
    await wall.page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await openMenu(publicId)
    await menu.getByRole('menuitem', { name: 'Lock' }).focus()
    await wall.page.keyboard.press('Space')
    const events = await simulator.eventually(publicId, since, has('press'))
    expect(events.map(({ type, name }) => [type, name])).toEqual([['press', 'lock']])
  })

  it('treats a typed space in the fleet menu as part of the search', async () => {
    const { page } = stage().wall
    const menu = page.getByRole('menu', { name: /^Fleet: / })
    const marked = menu.locator('[role^=menuitem]:focus')
    const openFleets = async () => {
      await page.getByRole('button', { name: /^Fleet: / }).press('Enter')
      await marked.waitFor()
    }
    const shut = async () => {
      await page.keyboard.press('Escape')
      await page.locator('button[aria-haspopup=menu]:focus').waitFor()
    }
    await openFleets()
    await page.keyboard.type('add a f')
    await marked.getByText('Add fleet…').waitFor()
    await shut()
    await openFleets()
    await page.keyboard.type('keyboard s')
    await marked.getByText('Keyboard shortcuts').waitFor()
    await shut()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // Without a search, a space runs the marked entry.
    await openFleets()
    await menu.getByRole('menuitem', { name: 'About Fleetwall' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('dialog', { name: 'About Fleetwall' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('escapes an address as a browser does', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const opened = await doneBy(publicId, 'open_url', async () => {
      await pick(publicId, 'Open address…')
      await wall.page.getByRole('dialog').getByLabel('Address').fill('example.com/two words?q=a b')
      await wall.page.keyboard.press('Enter')
    })
    expect(opened).toMatchObject({ url: 'https://example.com/two%20words?q=a%20b' })
  })

  it('shows the answer of one phone, and copies it by Enter', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    await simulator.act(publicId, { type: 'clipboard_set', text: 'of one phone' })
    await pick(publicId, 'Show clipboard')
    const dialog = wall.page.getByRole('dialog')
    await dialog.getByText('of one phone').waitFor()
    expect(await dialog.getByText('answered').count()).toBe(0)
    await dialog.locator('button:focus').getByText('Copy', { exact: true }).waitFor()
    await wall.page.keyboard.press('Enter')
    await dialog.getByText('Copied.').waitFor()
    await wall.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('acts on the selection, and shows the cost and who refuses', async () => {
    const { wall, simulator } = stage()
    const [first = '', second = '', third = ''] = simulator.phones
    await simulator.admin('PUT', `/phones/${third}`, { rejects: true })
    for (const publicId of [first, second, third])
      await wall
        .tile(publicId)
        .locator('header')
        .click({ modifiers: ['ControlOrMeta'] })
    const since = await simulator.mark(second)
    const menu = await openMenu(first)
    await menu.getByText('Each command uses 3 actions').waitFor()
    const name = (await wall.tile(first).locator('header .name').textContent())?.trim() ?? ''
    await menu.getByRole('menuitem', { name: `Open ${name} in new window` }).waitFor()
    await menu.getByRole('menuitem', { name: 'Lock' }).click()
    await simulator.eventually(second, since, has('press'))
    await wall.page.keyboard.press('ControlOrMeta+j')
    await wall.page.locator('[data-tab=tasks]').click()
    const run = wall.page.locator('[data-run=ended]')
    await run.getByText('2 done, 1 failed').waitFor()
    await pick(first, 'Show IP address')
    const dialog = wall.page.getByRole('dialog')
    await dialog.getByText('2 of 3 answered, 1 failed').waitFor()
    await dialog.getByText('192.0.2.2', { exact: true }).waitFor()
    await wall.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await simulator.admin('PUT', `/phones/${third}`, { rejects: false })
    await wall.page.keyboard.press('i')
  })

  it.each([
    { width: 1280, height: 800 },
    { width: 800, height: 560 },
  ])('shows its whole menu, or scrolls it, at $width×$height', async (size) => {
    const { wall, simulator } = stage()
    const { page } = wall
    await wall.resize(size.width, size.height)
    // In the first row and in a lower one.
    for (const publicId of [simulator.phones[0] ?? '', simulator.phones[8] ?? '']) {
      await wall.tile(publicId).waitFor()
      const menu = await openMenu(publicId)
      const box = await menu.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
      await page.keyboard.press('End')
      const last = await menu.getByRole('menuitem').last().boundingBox()
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(size.height)
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
    }
    await wall.resize(windowSize.width, windowSize.height)
  })

  it('keeps order and press lengths on a slow phone, and names the wait', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const publicId = simulator.phones[2] ?? ''
    let since = await simulator.mark(publicId)
    await wall.clickInto(publicId)
    await simulator.eventually(publicId, since, has('up'))
    since = await simulator.mark(publicId)
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 4000 })
    await page.keyboard.press('Control+a')
    await page.keyboard.type('t')
    const busy = wall.tile(publicId).getByText(/ is still running/)
    await busy.waitFor()
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 0 })
    await page.mouse.down()
    const pressedAt = performance.now()
    // Holds until the phone has the press, which waited this long for the answer.
    await simulator.eventually(publicId, since, has('down'))
    const heldMs = performance.now() - pressedAt
    await page.mouse.up()
    await page.keyboard.press('Enter')
    const all = await simulator.eventually(publicId, since, has('key'))
    // Moves keep a long press alive.
    const events = all.filter(({ type }) => type !== 'move')
    expect(events.map(({ type }) => type)).toEqual(['press', 'text', 'down', 'up', 'key'])
    const [downAt = 0, upAt = 0] = events.slice(2, 4).map(({ at }) => Date.parse(String(at)))
    // Without the delay the press would be much shorter than the user’s.
    expect(upAt - downAt).toBeGreaterThan(heldMs / 2)
    await busy.waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+Escape')
  })

  it('discards waiting input on Cancel', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[3] ?? ''
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 4000 })
    const since = await simulator.mark(publicId)
    await pick(publicId, 'Lock')
    await pick(publicId, 'Airplane mode on')
    await wall.clickInto(publicId)
    await wall.page.keyboard.type('zz')
    await wall.tile(publicId).getByRole('button', { name: 'Cancel' }).click()
    // The next text still goes to the phone and is no shortcut.
    await wall.hasKeyboard(publicId)
    await wall.tile(publicId).getByText('“Airplane mode on” failed. Cancelled before it started.').waitFor()
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 0 })
    await pick(publicId, 'Airplane mode off')
    const events = await simulator.eventually(publicId, since, has('airplane'))
    expect(events).toMatchObject([
      { type: 'press', name: 'lock' },
      { type: 'airplane', on: false },
    ])
  })

  it('reports discarded input at once, and offers Cancel for the next wait', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[6] ?? ''
    const tile = wall.tile(publicId)
    const told = tile.getByRole('status')
    const giveUp = tile.getByRole('button', { name: 'Cancel' })
    const since = await simulator.mark(publicId)
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 5000 })
    await pick(publicId, 'Lock')
    await giveUp.click()
    const givenUp = told.getByText('Input discarded. “Lock” may still run.')
    await givenUp.waitFor()
    expect(await giveUp.count()).toBe(0)
    expect(await simulator.events(publicId, since)).toEqual([])
    await pick(publicId, 'Home')
    await told.getByText('“Home” is still running.').waitFor()
    expect(await givenUp.count()).toBe(0)
    await giveUp.waitFor()
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 0 })
    const events = await simulator.eventually(publicId, since, (list) => list.length === 2)
    expect(events.map(({ name }) => name)).toEqual(['lock', 'home'])
  })

  it('reports discarded input for a while, also after the phone answered', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[6] ?? ''
    const tile = wall.tile(publicId)
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 2500 })
    await pick(publicId, 'Lock')
    await tile.getByRole('button', { name: 'Cancel' }).click()
    await tile.getByRole('status').getByText('Waiting input discarded.', { exact: true }).waitFor()
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 0 })
  })

  it('shows a failure on a small busy tile, and then the wait', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[5] ?? ''
    const tile = wall.tile(publicId)
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 60_000 })
    await wall.page.getByRole('slider', { name: 'Tile size' }).press('Home')
    await pick(publicId, 'Lock')
    await pick(publicId, 'Home')
    const busy = tile.getByText('“Lock” is still running.')
    await busy.waitFor()
    await tile.getByRole('button', { name: 'Cancel' }).click()
    const refusal = tile.getByRole('status').getByText('“Home” failed. Cancelled before it started.')
    await refusal.waitFor()
    expect(await busy.isVisible()).toBe(false)
    const dismiss = tile.getByRole('button', { name: 'Dismiss' })
    // Newest first.
    await dismiss.click()
    await tile.getByRole('status').getByText('Input discarded. “Lock” may still run.').waitFor()
    await dismiss.click()
    await busy.waitFor()
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 0 })
  })

  it('lists all failures on a large tile, and keeps the focus when one is closed', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const publicId = simulator.phones[1] ?? ''
    const tile = wall.tile(publicId)
    await page.getByRole('slider', { name: 'Tile size' }).press('End')
    await simulator.admin('PUT', `/phones/${publicId}`, { rejects: true })
    await pick(publicId, 'Lock')
    await pick(publicId, 'Home')
    await pick(publicId, 'Airplane mode on')
    const told = ['Lock', 'Home', 'Airplane mode on'].map((name) => tile.getByText(`“${name}” failed.`))
    for (const one of told) await one.waitFor()
    await simulator.admin('PUT', `/phones/${publicId}`, { rejects: false })
    const frame = await tile.getByRole('status').boundingBox()
    for (const one of told) {
      const box = await one.boundingBox()
      expect(frame && box && box.x >= frame.x && box.x + box.width <= frame.x + frame.width).toBe(true)
    }
    await page.keyboard.press('/')
    await tile.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => tile.getByText(/” failed\./).count(), { timeout: 20_000 }).toBe(2)
    expect(await page.locator('[role=search] input:focus').count()).toBe(1)
    await page.getByRole('button', { name: 'Fit' }).click()
  })

  it('opens the menu of the active tile by keyboard, with reasons for refusals', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[4] ?? ''
    await simulator.admin('PUT', `/phones/${publicId}`, { reachable: false })
    await wall.page.locator(`[data-device="${publicId}"][data-state=offline]`).waitFor()
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('Shift+F10')
    const lock = wall.page.getByRole('menuitem', { name: 'Lock (The phone is offline.)' })
    await lock.waitFor()
    expect(await lock.getAttribute('aria-disabled')).toBe('true')
    await wall.page.keyboard.press('Escape')
    await wall.page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await wall.page.evaluate(() => document.activeElement?.getAttribute('data-device'))).toBe(publicId)
  })

  it('shows a failure and its dismiss button on the smallest tiles', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[0] ?? ''
    await simulator.admin('PUT', `/phones/${publicId}`, { rejects: true })
    await wall.page.getByRole('slider', { name: 'Tile size' }).press('Home')
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('ControlOrMeta+Shift+h')
    const said = '“Home” failed. The phone rejected the command.'
    const text = wall.tile(publicId).getByText(said)
    await text.waitFor()
    const dismiss = wall.tile(publicId).getByRole('button', { name: 'Dismiss' })
    // The text may be cut off at its end.
    expect(await dismiss.getAttribute('title')).toContain(said)
    const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0
    const screen = await top(wall.screen(publicId))
    expect(await top(text)).toBeGreaterThan(screen)
    expect(await top(dismiss)).toBeLessThan(screen)
    await dismiss.click()
    await text.waitFor({ state: 'detached' })
  })
})
