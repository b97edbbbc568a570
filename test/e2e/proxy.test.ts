import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dropFiles } from './harness/drop'
import { inEachShellAtLength } from './harness/shells'
import { hasTinyproxy, startTinyproxy } from './harness/tinyproxy'
import { useStage } from './harness/use-stage'
import { freshFolder } from './harness/wall'

inEachShellAtLength('A company’s proxy', (shell) => {
  const stage = useStage(shell, { devices: 3 })

  it.skipIf(!hasTinyproxy)('is named while it refuses, and then leads to the service', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const login = 'jo s3cret'
    const [closed, open] = await Promise.all([
      startTinyproxy({ login, tunnels: false }),
      startTinyproxy({ login, tunnels: true }),
    ])
    onTestFinished(async () => void (await Promise.all([closed.close(), open.close()])))
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const choose = async (address: string, password: string) => {
      await page.keyboard.press('ControlOrMeta+,')
      await settings.getByRole('combobox', { name: 'Proxy', exact: true }).selectOption('Manual')
      await settings.getByRole('textbox', { name: 'Proxy address' }).fill(address)
      await settings.getByRole('textbox', { name: 'Name, if it asks for one' }).fill('jo')
      await settings.getByLabel(/^Password/).fill(password)
      await settings.getByRole('button', { name: 'Use this proxy' }).click()
      await page.keyboard.press('Escape')
      await settings.waitFor({ state: 'detached' })
    }
    const says = (sentence: string) => page.getByText(sentence).first().waitFor({ timeout: 30_000 })

    await choose(open.address, 'wrong')
    await says(`The proxy ${open.address} refused the password.`)
    await choose(closed.address, 's3cret')
    await says(`The proxy ${closed.address} refused the connection.`)
    await choose(open.address, 's3cret')
    await wall.showsLive(3)

    const [phone = ''] = simulator.phones
    const folder = await freshFolder()
    onTestFinished(folder.remove)
    const path = join(folder.path, 'through.bin')
    await writeFile(path, randomBytes(300_000))
    await dropFiles(wall, wall.screen(phone), [path])
    await page.locator('[data-transfer=done]').waitFor()
    const service = new URL(simulator.baseUrl).host
    const asked = open.asked()
    expect(asked).toContainEqual(expect.stringMatching(`^GET http://${service}/v1/devices`))
    expect(asked).toContainEqual(expect.stringMatching(`^POST http://${service}/.*upload`))
    expect(asked.filter((line) => line.startsWith(`CONNECT ${service} `)).length).toBeGreaterThanOrEqual(3)
  })
})
