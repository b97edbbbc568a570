import { expect, it } from 'vitest'
import type { RunningElectron } from './harness/electron-shell'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

inEachShell('Pause', (shell) => {
  const stage = useStage(shell, { devices: 3 })

  const channels = async () => {
    const { simulator } = stage()
    return (await simulator.sockets('stream')).length + (await simulator.sockets('control')).length
  }
  const pausedWithin2s = async () => {
    const { wall } = stage()
    await expect.poll(channels, { timeout: 2000, interval: 50 }).toBe(0)
    await wall.page.getByRole('status').getByText('Paused.').waitFor()
    expect(await wall.page.locator('[data-device] .veil').getByText('Paused').count()).toBe(3)
  }

  it('ends all streams and control channels within 2 s, and the same key resumes', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    await wall.showsLive(3)
    const { client } = await wall.target(publicId, { across: 0.5, down: 0.5 })
    await wall.page.mouse.move(client.x, client.y)
    await expect.poll(channels).toBe(4)
    await wall.page.keyboard.press('Pause')
    await pausedWithin2s()
    await wall.page.keyboard.press('Control+.')
    await expect.poll(async () => (await simulator.sockets('stream')).length, { timeout: 10_000 }).toBe(3)
    expect(await wall.page.getByText('Paused.').count()).toBe(0)
  })

  it.skipIf(shell.name !== 'electron')('begins and ends with the lock of the screen', async () => {
    const { wall, simulator } = stage()
    const { electron } = wall as unknown as RunningElectron
    await electron.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
    await pausedWithin2s()
    await electron.evaluate(({ powerMonitor }) => powerMonitor.emit('unlock-screen'))
    await expect.poll(async () => (await simulator.sockets('stream')).length, { timeout: 10_000 }).toBe(3)
  })
})
