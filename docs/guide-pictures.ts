// Takes the pictures of docs/guide.md from the built app: `npm run build`, then `npx tsx docs/guide-pictures.ts [NAME…]`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { chromium } from 'playwright-core'
import { startKeyring } from '../test/e2e/harness/keyring'
import { findChromium } from '../test/e2e/harness/programs'

const size = { width: 1280, height: 800 }
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'guide-'))
// What a reader's computer has.
const keyring = await startKeyring()
const app = spawn(process.execPath, ['build/launch.mjs', '--browser', '--user-data-dir', folder], {
  cwd: root,
  env: { ...process.env, ...keyring.environment, FLEETWALL_CAPTURES: join(folder, 'captures') },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const address = await new Promise<string>((found) => {
  app.stdout.on('data', (text: Buffer) => {
    const url = /http:\S+/.exec(text.toString())?.[0]
    if (url !== undefined) found(url)
  })
})
const executablePath = findChromium()
if (executablePath === null) throw new Error('There is no Chromium.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: size, colorScheme: 'dark', locale: 'en-GB' })
await page.goto(address)
await page.locator('[data-frame]').nth(11).waitFor()

const press = (keys: string) => page.keyboard.press(keys)
/** Long enough for frames to come and for what moves to rest. */
const rest = (ms = 1500) => page.waitForTimeout(ms)
const take = async (name: string) => {
  await page.mouse.move(640, 28)
  await rest()
  const canvas = createCanvas(size.width, size.height)
  canvas.getContext('2d').drawImage(await loadImage(await page.screenshot()), 0, 0)
  await writeFile(join(root, 'docs/pictures', `guide-${name}.webp`), await canvas.encode('webp', 70))
}
const run = async (title: string) => {
  await press('Control+k')
  await page.keyboard.type(title)
  await press('Enter')
  await rest(300)
}
const phones = page.locator('main [data-device]')
const select = async (count: number) => {
  await press('Escape')
  await phones.first().focus()
  await press('Escape')
  for (let at = 0; at < count; at += 1) {
    await phones.nth(at).focus()
    await press('Space')
  }
}

const pictures = {
  async fleet() {
    await run('Add fleet')
    await page.getByLabel('Name').first().fill('Office')
    await take('fleet')
    await press('Escape')
  },
  async window() {
    await run('Views and filters')
    await phones.nth(1).focus()
    await press('i')
    await press('Control+j')
    await take('window')
    await press('Control+j')
    await run('Views and filters')
    await press('i')
  },
  async phone() {
    await phones.nth(4).focus()
    await press('Enter')
    await press('s')
    await take('phone')
    await press('s')
    await press('Escape')
  },
  async selection() {
    await select(5)
    await press('m')
    await take('selection')
    await press('m')
  },
  async uploads() {
    await select(3)
    const [picker] = await Promise.all([page.waitForEvent('filechooser'), press('p')])
    await picker.setFiles(
      [2, 5, 9].map((megabytes, at) => ({
        name: `clip ${at + 1}.mp4`,
        mimeType: 'video/mp4',
        buffer: Buffer.alloc(megabytes * 1e6, at + 1),
      })),
    )
    await run('Panel: Uploads')
    await take('uploads')
  },
  async flows() {
    await select(3)
    await run('Panel: Flows')
    const panel = page.locator('[data-panel]')
    await panel.locator('[data-flow]').first().click()
    await panel.getByRole('button', { name: /^Run on/ }).click()
    await panel.locator('[data-flow-phone]').first().waitFor()
    await rest(4000)
    await take('flows')
  },
  async captures() {
    await select(4)
    await press('c')
    await rest()
    await run('Panel: Captures')
    await page.locator('[data-capture]').nth(3).waitFor()
    await take('captures')
  },
  async activity() {
    await select(4)
    await press('c')
    await rest()
    await run('Panel: Activity')
    await take('activity')
  },
}
const wanted = process.argv.slice(2)
try {
  for (const [name, make] of Object.entries(pictures))
    if (wanted.length === 0 || wanted.includes(name)) await make()
} finally {
  await browser.close()
  app.kill()
  await once(app, 'exit')
  await keyring.close()
  await rm(folder, { recursive: true })
}
