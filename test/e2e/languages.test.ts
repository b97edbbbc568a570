import { expect, it } from 'vitest'
import { languages } from '../../src-shared/features/preferences-state'
import { expectAccessible } from './harness/accessible'
import { inOneShell } from './harness/shells'
import { startSimulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { freshFolder, openWall, type Wall } from './harness/wall'

const chooseLanguage = async ({ page }: Wall, label: string, name: string) => {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('combobox', { name: label }).selectOption(name)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/**
 * Returns the tag, class and text of each element that overflows the window, a box that neither scrolls nor clips, or a
 * field with its placeholder.
 */
const overflowing = ({ page }: Wall) =>
  page.evaluate(() => {
    const found: string[] = []
    const context = document.createElement('canvas').getContext('2d')
    for (const field of document.querySelectorAll<HTMLInputElement>('input:placeholder-shown')) {
      if (!context) throw new Error('nothing can be measured')
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      context.font = font
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      if (context.measureText(field.placeholder).width > room) found.push(`INPUT ${field.placeholder}`)
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { left, right, width } = element.getBoundingClientRect()
      const { overflowX, position } = getComputedStyle(element)
      if (width === 0 || element.closest('svg, [role=grid]') !== null) continue
      const isOut = left < -0.5 || right > innerWidth + 0.5
      const spills = overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1
      const isInline = element.clientWidth === 0
      if (isOut || (spills && !isInline && position !== 'absolute'))
        found.push(`${element.tagName} ${element.className}: ${element.textContent.slice(0, 40)}`)
    }
    return found
  })

/** Visits the wall, the inspector, the dialogs and the focus view with its filmstrip. */
async function hasRoom(wall: Wall, publicId: string): Promise<void> {
  const { page } = wall
  expect(await overflowing(wall), 'the wall').toEqual([])
  await page.keyboard.press('i')
  await page.getByRole('complementary').waitFor()
  expect(await overflowing(wall), 'the inspector').toEqual([])
  await page.keyboard.press('i')
  for (const keys of ['ControlOrMeta+k', 'ControlOrMeta+,', '?', 'ControlOrMeta+Shift+a']) {
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
    expect(await overflowing(wall), keys).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await wall.tile(publicId).focus()
  await page.keyboard.press('Enter')
  await wall.showsLarge(publicId)
  await page.keyboard.press('s')
  await page.getByRole('navigation').waitFor()
  expect(await overflowing(wall), 'a large phone').toEqual([])
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.locator('[data-selection-bar]').waitFor()
  expect(await overflowing(wall), 'all selected').toEqual([])
  await page.keyboard.press('Escape')
}

/** Includes the smallest window. */
async function hasRoomAtEachSize(wall: Wall, publicId: string): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [800, 560],
  ] as const) {
    await wall.resize(width, height)
    await hasRoom(wall, publicId)
  }
}

inOneShell('The language', (shell) => {
  it('changes everywhere at once and survives a restart', async () => {
    const simulator = await startSimulator({ devices: 3 })
    const folder = await freshFolder()
    const launch = () => openWall(shell, { userDataDir: folder.path, environment: simulator.environment })
    try {
      const first = await launch()
      await first.showsLive(3)
      await first.page.getByText('3 of 3 live', { exact: true }).waitFor()
      expect(await first.page.locator('html').getAttribute('lang')).toBe('en')
      await first.page.keyboard.press('ControlOrMeta+,')
      const [inEnglish, inGerman] = ['Settings', 'Einstellungen'].map((name) =>
        first.page.getByRole('dialog', { name }),
      )
      await inEnglish?.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
      await inGerman?.getByRole('combobox', { name: 'Rechte Taste' }).waitFor()
      await first.page.getByText('3 von 3 live', { exact: true }).waitFor()
      expect(await first.page.locator('html').getAttribute('lang')).toBe('de')
      await first.page.keyboard.press('Escape')
      expect(
        await first.page
          .getByRole('gridcell')
          .getByRole('button', { name: 'In Fokusansicht öffnen' })
          .count(),
      ).toBe(3)
      await first.page.keyboard.press('ControlOrMeta+k')
      await first.page.getByRole('combobox', { name: 'Befehle und Telefone suchen' }).fill('größere')
      await first.page.getByRole('option', { name: /^Größere Kacheln/ }).waitFor()
      await first.page.keyboard.press('Escape')
      await first.page.getByRole('dialog').waitFor({ state: 'detached' })
      await first.close()

      const second = await launch()
      await second.showsLive(3)
      await second.page.getByText('3 von 3 live', { exact: true }).waitFor()
      await chooseLanguage(second, 'Sprache', 'English')
      await second.page.getByText('3 of 3 live', { exact: true }).waitFor()
      await second.close()
    } finally {
      await simulator.close()
      await folder.remove()
    }
  })
})

const inOrder = [...languages.filter((id) => id !== 'en'), 'en'] as const

inOneShell('Another language', (shell) => {
  const stage = useStage(shell, { devices: 12 })

  it('follows the system while none is chosen', async () => {
    const { page, devtools } = stage().wall
    const userAgent = await page.evaluate(() => navigator.userAgent)
    const opensWith = async (acceptLanguage: string, search: string) => {
      await devtools.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage })
      await page.reload()
      await page.getByRole('textbox', { name: search }).waitFor()
    }
    await opensWith('de-AT,de,en', 'Telefone suchen')
    await opensWith('fr,en-GB', 'Search phones')
  })

  it.each(inOrder)(
    'fits the layout with its longest words: %s',
    async (id) => {
      const { wall, simulator } = stage()
      await wall.showsLive(12)
      await wall.page.keyboard.press('ControlOrMeta+,')
      await wall.page.locator('select:has(option[value=pt])').selectOption(id)
      await wall.page.keyboard.press('Escape')
      await wall.page.getByRole('dialog').waitFor({ state: 'detached' })
      await wall.page.locator(`html:lang(${id})`).waitFor()
      await hasRoomAtEachSize(wall, simulator.phones[0] ?? '')
      await wall.resize(1280, 800)
      if (id === 'de') await expectAccessible(wall, 'wall in German')
    },
    120_000,
  )
})
