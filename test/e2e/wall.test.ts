import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 20_000, interval: 100 }

inEachShell('The wall', (shell) => {
  const stage = useStage(shell)

  it('shows every phone of the fleet live, with a frame of its own size', async () => {
    const { wall, simulator } = stage()
    for (const publicId of simulator.phones) {
      expect(await wall.tile(publicId).getAttribute('data-state')).toBe('live')
      expect(await wall.screen(publicId).getAttribute('data-frame')).toMatch(/^\d{3,4}x\d{3,4}$/)
    }
    const frames = await Promise.all(
      simulator.phones.map((publicId) => wall.screen(publicId).getAttribute('data-frame')),
    )
    expect(new Set(frames)).toEqual(new Set(['750x1334', '1170x2532', '828x1792', '1125x2436']))
    expect(await simulator.sockets('stream')).toHaveLength(12)
  })

  it('says which fleet it shows, and that it is the environment’s', async () => {
    const { wall, simulator } = stage()
    const host = new URL(simulator.baseUrl).host
    await wall.page.getByRole('button', { name: `Fleet: ${host}` }).click()
    await wall.page.getByRole('menuitemradio', { name: 'From the environment, this run only' }).waitFor()
    await wall.page.keyboard.press('Escape')
    await wall.page.getByText('This is a simulated fleet').waitFor({ state: 'detached' })
  })

  it('shows on the wall what changes on the phone', async () => {
    const { wall, simulator } = stage()
    const [moving = '', still = ''] = simulator.phones
    const before = await wall.picture(moving)
    expect(before.equals(await wall.picture(moving)), 'a still screen stays as it is').toBe(true)
    const stillBefore = await wall.picture(still)

    await simulator.admin('PUT', `/phones/${moving}`, { animate_fps: 10 })
    await expect.poll(async () => (await wall.picture(moving)).equals(before), patience).toBe(false)
    const changed = await wall.picture(moving)
    await expect.poll(async () => (await wall.picture(moving)).equals(changed), patience).toBe(false)
    await simulator.admin('PUT', `/phones/${moving}`, { animate_fps: 0 })
    expect(stillBefore.equals(await wall.picture(still)), 'other tiles stay as they are').toBe(true)
  })
})
