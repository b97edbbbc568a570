import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noKeyring } from './harness/keyring'
import { inEachShell } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { startTurningPhones, type TurningPhones } from './harness/turning-phones'
import { freshFolder, wallOf, type Wall } from './harness/wall'

inEachShell('The own window of a turning phone', (shell) => {
  let simulator: Simulator
  let phones: TurningPhones
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let wall: Wall
  let page: Page

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 1 })
    phones = await startTurningPhones()
    folder = await freshFolder()
    const environment = { ...noKeyring, ...simulator.environment, FLEETWALL_WS_BASE_URL: phones.wsBaseUrl }
    wall = wallOf(await shell.launch({ userDataDir: folder.path, environment, asItComes: true }))
    await wall.showsLive(1)
    const [publicId = ''] = simulator.phones
    const coming = wall.page.context().waitForEvent('page')
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('o')
    page = await coming
    await wallOf({ ...wall, page }).showsLarge(publicId)
  })
  afterAll(async () => {
    await wall.close()
    await phones.close()
    await simulator.close()
    await folder.remove()
  })

  /** Returns the size of the screen in its window and of the page around it, in CSS px. */
  const shown = () =>
    page.evaluate(() => {
      const { width = 0, height = 0 } = document.querySelector('[data-screen]')?.getBoundingClientRect() ?? {}
      return {
        screen: { width, height },
        beside: { width: innerWidth - width, height: innerHeight - height },
      }
    })
  const near = (size: number) => ({
    asymmetricMatch: (actual: number) => Math.abs(actual - size) <= 3,
    toString: () => `near ${size}`,
  })
  const nearly = ({ width, height }: { width: number; height: number }) => ({
    width: near(width),
    height: near(height),
  })

  it('turns with the phone and keeps the size of the screen', async () => {
    const upright = await shown()
    phones.turn(1334, 750)
    await expect.poll(shown).toEqual({
      screen: nearly({ width: upright.screen.height, height: upright.screen.width }),
      // The line above it and the keyboard ring.
      beside: nearly({ width: 6, height: 46 }),
    })
    phones.turn(750, 1334)
    await expect.poll(shown).toEqual({ screen: nearly(upright.screen), beside: nearly(upright.beside) })
  })
})
