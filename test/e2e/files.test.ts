import { createHash, randomBytes } from 'node:crypto'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/accessible'
import { dropFiles, hoverFiles } from './harness/drop'
import { pasteFiles } from './harness/paste'
import type { PhoneEvent } from './harness/simulator'
import { inEachShell, inOneShell } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder, wallOf } from './harness/wall'

const megabyte = 1024 * 1024
const marker = 'marker.bin'
const isFile = ({ type }: { type: string }) => type === 'file'

inEachShell('Dropped files', (shell) => {
  const stage = useStage(shell)
  let folder: Awaited<ReturnType<typeof freshFolder>>

  beforeAll(async () => {
    folder = await freshFolder()
  })
  afterAll(() => folder.remove())

  const file = async (name: string, content: Uint8Array) => {
    const path = join(folder.path, name)
    await writeFile(path, content)
    return path
  }
  /** Drops one more file and waits for it, so that a wrongly sent one has arrived too. @returns names */
  const arrivedUpToMarker = async (publicId: string, since = 0) => {
    const { wall, simulator } = stage()
    await dropFiles(wall, wall.screen(publicId), [await file(marker, randomBytes(10))])
    const hasMarker = (events: PhoneEvent[]) => events.some(({ name }) => name === marker)
    const events = await simulator.eventually(publicId, since, hasMarker)
    return events.filter(isFile).map(({ name }) => name)
  }
  const row = (name: string) => stage().wall.page.getByRole('listitem', { name })

  it('arrive whole: 100 MB, byte for byte, with progress', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const content = randomBytes(100 * megabyte)
    const path = await file('a film é 1.mov', content)
    const progress = await wall.page.evaluateHandle(() => {
      const seen: { state: string; percent: number }[] = []
      new MutationObserver(() => {
        const element = document.querySelector<HTMLElement>('[data-transfer]')
        const bar = element?.querySelector('[role=progressbar]')
        if (!element || !bar) return
        const { transfer: state = '' } = element.dataset
        seen.push({ state, percent: Number(bar.getAttribute('aria-valuenow')) })
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
      return seen
    })
    await dropFiles(wall, wall.screen(publicId), [path])
    const events = await simulator.eventually(publicId, 0, (list) => list.some(isFile))
    expect(events.filter(isFile)).toEqual([
      expect.objectContaining({
        name: 'a film é 1.mov',
        bytes: 100 * megabyte,
        sha256: createHash('sha256').update(content).digest('hex'),
      }),
    ])
    await wall.page.locator('[data-transfer=done]').waitFor()
    await row('a film é 1.mov to').getByText('Done, verified').waitFor()

    const seen = await progress.jsonValue()
    const percents = seen.map(({ percent }) => percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(seen.some(({ state, percent }) => state === 'sending' && percent > 0 && percent < 100)).toBe(true)
    expect(seen.at(-1)).toEqual({ state: 'done', percent: 100 })
  })

  it('are pasted to the phone with the keyboard after a confirmation', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[6] ?? ''
    await wall.page.keyboard.press('Shift+Escape')
    await wall.screen(publicId).click()
    await wall.hasKeyboard(publicId)
    const since = await simulator.mark(publicId)
    const paths = [
      await file('pasted one.txt', randomBytes(10)),
      await file('pasted two.txt', randomBytes(10)),
    ]
    await pasteFiles(wall, paths)
    const question = wall.page.getByRole('dialog', { name: /^Upload 2 files \(20 B\) to / })
    await question.getByText('pasted one.txt').waitFor()
    await wall.page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await wall.hasKeyboard(publicId)
    await pasteFiles(wall, paths)
    await question.getByText('pasted one.txt').waitFor()
    await wall.page.keyboard.press('Enter')
    const arrived = await simulator.eventually(publicId, since, (list) => list.filter(isFile).length === 2)
    const names = arrived.filter(isFile).map(({ name }) => String(name))
    expect(names.toSorted()).toEqual(['pasted one.txt', 'pasted two.txt'])
    expect(arrived.filter(({ type }) => type === 'text')).toEqual([])
    await wall.page.keyboard.press('Shift+Escape')
  })

  it('can be dropped on a phone’s own window too', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[8] ?? ''
    const coming = wall.page.context().waitForEvent('page')
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('o')
    const page = await coming
    const own = wallOf({ ...wall, page, devtools: await page.context().newCDPSession(page) })
    await own.showsLarge(publicId)
    const path = await file('own.txt', randomBytes(10))
    await hoverFiles(own, own.screen(publicId), [path])
    await page.getByText(/^Upload 1 file to /).waitFor()
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 1000 })
    await dropFiles(own, own.screen(publicId), [path])
    await page.getByText(/^1 upload in progress/).waitFor()
    const arrived = await simulator.eventually(publicId, 0, (list) => list.some(isFile))
    expect(arrived.filter(isFile).map(({ name }) => name)).toEqual(['own.txt'])
    await page.close()
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('keep the panel open or closed after a reload', async () => {
    const { page } = stage().wall
    const rows = page.locator('[data-transfer]').first()
    await rows.waitFor()
    await page.reload()
    await rows.waitFor()
    await page.keyboard.press('ControlOrMeta+j')
    await page.locator('[data-panel]').waitFor({ state: 'detached' })
    await page.reload()
    await stage().wall.showsLive(stage().simulator.phones.length)
    expect(await page.locator('[data-panel]').count()).toBe(0)
    await page.keyboard.press('ControlOrMeta+j')
    await rows.waitFor()
    await stage().wall.showsLive(stage().simulator.phones.length)
  })

  it('explain the drop before it happens', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const since = await simulator.mark(publicId)
    const path = await file('hint.bin', randomBytes(10))
    await hoverFiles(wall, wall.screen(publicId), [path])
    await wall
      .tile(publicId)
      .getByText(/^Upload 1 file to /)
      .waitFor()
    await hoverFiles(wall, wall.page.getByRole('search'), [path])
    await wall.page.getByText('Drop on a phone, or select phones first').waitFor()
    await expectAccessible(wall, 'hint beside the phones')
    await wall.page.getByText(/^Upload 1 file to /).waitFor({ state: 'detached' })
    expect(await arrivedUpToMarker(publicId, since)).toEqual([marker])
  })

  it('go to every selected phone, also when dropped beside the tiles', async () => {
    const { wall, simulator } = stage()
    const [, first = '', second = ''] = simulator.phones
    const content = randomBytes(1000)
    const paths = [await file('one.txt', content), await file('two.txt', content)]
    for (const publicId of [first, second]) {
      const header = wall.tile(publicId).locator('header')
      await header.click({ position: { x: 60, y: 10 }, modifiers: ['Control'] })
    }
    await dropFiles(wall, wall.screen(first), paths.slice(0, 1))
    await dropFiles(wall, wall.page.getByRole('search'), paths.slice(1))
    for (const publicId of [first, second]) {
      const events = await simulator.eventually(publicId, 0, (list) => list.filter(isFile).length === 2)
      const names = events.filter(isFile).map(({ name }) => String(name))
      expect(names.toSorted()).toEqual(['one.txt', 'two.txt'])
    }
    await wall
      .tile(first)
      .locator('header')
      .click({ position: { x: 60, y: 10 } })
  })

  it('are refused with a reason of their own when empty', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[3] ?? ''
    const empty = await file('nothing.txt', new Uint8Array())
    await dropFiles(wall, wall.screen(publicId), [empty])
    await wall
      .tile(publicId)
      .getByText(/nothing\.txt.? is empty\./)
      .waitFor()

    expect(await arrivedUpToMarker(publicId)).toEqual([marker])
  })

  it('in folders need a confirmation, and leave out system files', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[5] ?? ''
    const inner = join(folder.path, 'holiday', 'first day')
    await mkdir(inner, { recursive: true })
    const many = Array.from({ length: 120 }, (_, at) => `${at}.txt`)
    for (const name of many) await writeFile(join(inner, '..', name), name)
    for (const name of ['.DS_Store', 'Thumbs.db']) await writeFile(join(inner, name), 'system')
    await writeFile(join(inner, 'nothing.txt'), '')
    await writeFile(join(inner, 'inside.txt'), 'inside')
    await dropFiles(wall, wall.screen(publicId), [join(folder.path, 'holiday')])
    const question = wall.page.getByRole('dialog', { name: /^Upload 121 files \(.*\) in “holiday” to / })
    await question.getByText('2 system files are skipped.').waitFor()
    await question.getByText('1 empty file is skipped.').waitFor()
    await expectAccessible(wall, 'question before the files of a folder')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await arrivedUpToMarker(publicId)).toEqual([marker])

    const since = await simulator.mark(publicId)
    const two = await file('two.txt', randomBytes(10))
    await dropFiles(wall, wall.screen(publicId), [inner, two])
    await wall.page.getByRole('dialog', { name: /^Upload 2 files/ }).waitFor()
    await wall.page.getByRole('button', { name: 'Upload', exact: true }).click()
    const arrived = await simulator.eventually(publicId, since, (list) => list.filter(isFile).length === 2)
    expect(arrived.map(({ name }) => name).toSorted()).toEqual(['inside.txt', 'two.txt'])
  })

  it('do nothing over a dialog, and never open as a page', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const publicId = simulator.phones[6] ?? ''
    const since = await simulator.mark(publicId)
    const opened: string[] = []
    const note = (other: Page) => void opened.push(other.url())
    page.context().on('page', note)
    await page.keyboard.press('Control+,')
    await dropFiles(wall, page.getByRole('dialog'), [await file('beside.txt', randomBytes(10))])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await arrivedUpToMarker(publicId, since)).toEqual([marker])
    expect(opened).toEqual([])
    page.context().off('page', note)
  })

  it('can be picked in a dialog by keyboard, for the active phone', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[7] ?? ''
    const picked = await file("picked “ü” 'x'.txt", randomBytes(10))
    // Before the key, because the page needs a moment to hold dialogs back.
    const choosing = wall.page.waitForEvent('filechooser')
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('p')
    await (await choosing).setFiles([picked])
    const arrived = await simulator.eventually(publicId, 0, (list) => list.some(isFile))
    expect(arrived.filter(isFile).map(({ name }) => name)).toEqual(["picked “ü” 'x'.txt"])
  })

  it('one byte over the limit are refused by name before any byte is sent', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[9] ?? ''
    const largest = 314_572_800
    const tooLarge = await file('300 MB and a byte.bin', new Uint8Array())
    await truncate(tooLarge, largest + 1)
    await dropFiles(wall, wall.screen(publicId), [tooLarge])
    await row('300 MB and a byte.bin to')
      .getByText(/is too large\. The limit is 314\.6 MB \(314,572,800 bytes\)\./)
      .waitFor()
    expect(await arrivedUpToMarker(publicId)).toEqual([marker])
  })

  it('that the service finds too large are refused before any byte is sent', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[4] ?? ''
    await simulator.admin('PUT', '/limits', { tickets: { max_bytes: 500 } })
    const path = await file('large.bin', randomBytes(501))
    await dropFiles(wall, wall.screen(publicId), [path])
    await row('large.bin to')
      .getByText(/large\.bin.? is too large\. The limit is 500 B \(500 bytes\)\./)
      .waitFor()
    expect(await arrivedUpToMarker(publicId)).toEqual([marker])
    await simulator.admin('PUT', '/limits', { tickets: { max_bytes: 314_572_800 } })

    await wall.page.getByRole('button', { name: 'Retry failed' }).click()
    await simulator.eventually(publicId, 0, (list) => list.some(({ name }) => name === 'large.bin'))
    await row('large.bin to').and(wall.page.locator('[data-transfer=done]')).waitFor()
  })
})

inOneShell('Two hundred files', (shell) => {
  const stage = useStage(shell, { devices: 1 })

  it('are dropped, followed and cancelled together, and browsed by keyboard', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [publicId = ''] = simulator.phones
    const folder = await freshFolder()
    const paths = Array.from({ length: 200 }, (_, at) => join(folder.path, `${at}.bin`))
    for (const path of paths) await writeFile(path, 'content')
    await simulator.admin('PUT', `/phones/${publicId}`, { delay_ms: 600_000 })
    await dropFiles(wall, wall.screen(publicId), paths)
    await page.getByText(/^200 uploads in progress/).waitFor()
    expect(await page.locator('[data-transfer]').count()).toBe(200)

    const first = page.locator('[data-transfer]').first()
    await expect.poll(() => first.getAttribute('data-transfer')).toMatch(/ticket|sending/)
    await first.focus()
    await page.keyboard.press('End')
    const last = page.getByRole('listitem', { name: '199.bin to' })
    await expect.poll(() => last.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Delete')
    await last.and(page.locator('[data-transfer=cancelled]')).waitFor()
    await page.keyboard.press('Enter')
    await last.and(page.locator('[data-transfer=waiting]')).waitFor()

    const edge = page.getByRole('separator', { name: 'Height of the panel' })
    const height = async () => Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowUp')
    await expect.poll(height).toBe(Number(await edge.getAttribute('aria-valuemax')))
    const highest = await height()
    await page.keyboard.press('ArrowDown')
    await expect.poll(height, { message: 'no press is lost beyond the window' }).toBe(highest - 28)
    expect((await page.getByRole('tabpanel').boundingBox())?.height).toBe(highest - 28)

    await page.getByRole('button', { name: 'Cancel all' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel 200 uploads?' })
    await expectAccessible(wall, 'question before all are cancelled')
    await question.getByRole('button', { name: 'Keep uploading' }).click()
    await page.getByRole('button', { name: 'Cancel all' }).click()
    await question.getByRole('button', { name: 'Cancel uploads' }).click()
    await page.getByRole('status').getByText('Finished: 200 cancelled').waitFor()
    expect(await page.locator('[data-transfer=cancelled]').count()).toBe(200)
    await page.getByRole('button', { name: 'Clear finished' }).click()
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' })
    await folder.remove()
  })
})

inOneShell('Files for a key without the scope', (shell) => {
  const stage = useStage(shell, { devices: 2 }, ['read', 'stream', 'control'])
  const reason = 'This key needs permission “upload”'

  it('are refused before and on the drop, with the scope’s name', async () => {
    const { wall } = stage()
    const [publicId = ''] = stage().simulator.phones
    const folder = await freshFolder()
    const path = join(folder.path, 'refused.bin')
    await writeFile(path, randomBytes(10))
    await hoverFiles(wall, wall.screen(publicId), [path])
    await wall.tile(publicId).getByText(reason).waitFor()
    await hoverFiles(wall, wall.page.getByRole('search'), [path])
    await wall.page.getByRole('status').getByText(reason).waitFor()
    await dropFiles(wall, wall.screen(publicId), [path])
    await wall.tile(publicId).getByRole('status').getByText(reason).waitFor()
    expect(await wall.page.locator('[data-transfer]').count()).toBe(0)
    await folder.remove()
  })

  it('cannot be picked in focus view either', async () => {
    const { wall } = stage()
    const [publicId = ''] = stage().simulator.phones
    await wall.openLarge(publicId)
    const push = wall.page.getByRole('button', { name: 'Upload files' })
    expect(await push.isDisabled()).toBe(true)
    expect(await push.getAttribute('title')).toBe(reason)
  })
})

inOneShell('Files without upload budget or online phones', (shell) => {
  const stage = useStage(shell, { devices: 2, budgets: { uploads: 1 } })
  const usedUp = /^Today’s uploads are used up\. Resets .+\.$/

  it('are refused when every target phone is offline', async () => {
    const { wall, simulator } = stage()
    const [offline = ''] = simulator.phones
    const folder = await freshFolder()
    const path = join(folder.path, 'offline.bin')
    await writeFile(path, 'content')
    await simulator.admin('PUT', `/phones/${offline}`, { reachable: false })
    await wall.page.locator(`[data-device="${offline}"][data-state=offline]`).waitFor()
    const reason = /^.+ is offline and can’t receive files\.$/
    await hoverFiles(wall, wall.tile(offline), [path])
    await wall.tile(offline).getByText(reason).waitFor()
    await expectAccessible(wall, 'hint over a phone that takes no file')
    await dropFiles(wall, wall.tile(offline), [path])
    await wall.tile(offline).getByRole('status').getByText(reason).waitFor()
    expect(await wall.page.locator('[data-transfer]').count()).toBe(0)
    await folder.remove()
  })

  it('are refused before and on the drop; the notice covers no button of the panel', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [, publicId = ''] = simulator.phones
    const folder = await freshFolder()
    const paths = ['one.bin', 'two.bin', 'three.bin'].map((name) => join(folder.path, name))
    for (const path of paths) await writeFile(path, 'content')
    await hoverFiles(wall, wall.screen(publicId), paths)
    await wall
      .tile(publicId)
      .getByText(/^Only 2 of 3 uploads fit today’s budget\. Resets /)
      .waitFor()
    await dropFiles(wall, wall.screen(publicId), paths.slice(0, 2))
    await page.locator('[data-transfer=done]').nth(1).waitFor()
    const notice = page.getByRole('status').getByText(usedUp)
    await notice.waitFor()

    const tray = page.getByRole('region', { name: 'Panel' })
    const edge = page.getByRole('separator', { name: 'Height of the panel' })
    const clearance = async () => {
      const [told, list] = await Promise.all([notice.boundingBox(), tray.boundingBox()])
      const below = (told?.y ?? 0) - (list?.y ?? 0) - (list?.height ?? 0)
      return Math.max(below, (list?.y ?? 0) - (told?.y ?? 0) - (told?.height ?? 0))
    }
    expect(await clearance()).toBeGreaterThanOrEqual(0)
    await edge.focus()
    await page.keyboard.press('ArrowUp')
    expect(await clearance()).toBeGreaterThanOrEqual(0)

    await hoverFiles(wall, wall.screen(publicId), paths)
    await wall.tile(publicId).getByText(usedUp).waitFor()
    await dropFiles(wall, wall.screen(publicId), paths)
    await wall.tile(publicId).getByRole('status').getByText(usedUp).waitFor()
    expect(await page.locator('[data-transfer]').count()).toBe(2)
    await folder.remove()
  })
})
