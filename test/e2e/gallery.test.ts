import { createCanvas, loadImage } from '@napi-rs/canvas'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { root, sandboxFlags } from './harness/programs'

const gallery = join(root, 'test/gallery')
const isUpdate = process.env['FLEETWALL_UPDATE_PICTURES'] === '1'
/** A pixel differs if a channel is this far off: antialiasing stays below it. */
const channelTolerance = 64
const mostDiffering = 0.01
/** The width of the smallest whole window, in CSS px. */
const wholeWindow = 1280
const variants = [
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'de' },
  // The longest words and the shortest; no pictures.
  { scheme: 'dark', language: 'ru' },
  { scheme: 'light', language: 'ja' },
] as const
const drawn: readonly string[] = ['en', 'de']

interface Listed {
  name: string
  width: number
  height: number
}

async function pixelsOf(png: Buffer): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height)
}

/** Returns the share of pixels that differ, 1 if the sizes do. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)])
  if (a.width !== b.width || a.height !== b.height) return 1
  let differing = 0
  for (let at = 0; at < a.data.length; at += 4) {
    const isOff = [0, 1, 2].some(
      (channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > channelTolerance,
    )
    if (isOff) differing++
  }
  return differing / (a.width * a.height)
}

/** Returns the texts that are cut off without a title that shows them whole. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#gallery *')]
      .filter((element) => {
        const style = getComputedStyle(element)
        const isCut = style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1
        return isCut && style.visibility === 'visible' && !element.closest('[title]')
      })
      .map((element) => element.textContent),
  )

const found = inject('shells').browser
describe.skipIf(found === null)('the gallery', () => {
  let server: ViteDevServer
  let browser: Browser
  let address = ''
  beforeAll(async () => {
    server = await createServer({
      configFile: join(gallery, 'vite.config.ts'),
      server: { port: 0, open: false, hmr: false },
      logLevel: 'error',
    })
    await server.listen()
    address = server.resolvedUrls?.local[0] ?? ''
    browser = await chromium.launch({ executablePath: found?.chromium ?? '', args: sandboxFlags })
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  it.each(variants)(
    'shows every state as before in $scheme, $language',
    async ({ scheme, language }) => {
      const page = await browser.newPage({
        viewport: { width: 1920, height: 1080 },
        colorScheme: scheme,
        reducedMotion: 'reduce',
        timezoneId: 'UTC',
      })
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (entry) => {
        if (['error', 'warning'].includes(entry.type())) complaints.push(entry.text())
      })
      const folder = join(gallery, 'pictures', `${scheme}-${language}`)
      if (drawn.includes(language)) await mkdir(folder, { recursive: true })
      const open = async (name: string) => {
        await page.goto(`${address}?language=${language}#${encodeURIComponent(name)}`)
        const settled = page.locator(`#gallery[data-settled="${name}"]`)
        await settled.waitFor({ state: 'attached' })
        return settled
      }
      const list = JSON.parse(await (await open('list')).innerText()) as Listed[]
      expect(list.length).toBeGreaterThan(100)

      for (const { name, width, height } of list) {
        await page.setViewportSize({ width, height })
        await open(name)
        // A part is drawn in one scheme, a whole window in both; texts have to fit in both languages.
        const isDrawn = drawn.includes(language) && (scheme === 'dark' || width >= wholeWindow)
        const picture = isDrawn ? await page.screenshot({ animations: 'disabled', caret: 'hide' }) : null
        const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.png`)
        if (picture && (isUpdate || !existsSync(path))) {
          expect(isUpdate, `${name} has no picture: run with FLEETWALL_UPDATE_PICTURES=1`).toBe(true)
          await writeFile(path, picture)
          continue
        }
        if (picture)
          expect.soft(await difference(picture, await readFile(path)), name).toBeLessThan(mostDiffering)
        expect.soft(await cutOff(page), `${name}: texts cut off without a title`).toEqual([])
        expect.soft(complaints.splice(0), name).toEqual([])
      }
      await page.close()
    },
    300_000,
  )
})
