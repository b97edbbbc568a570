import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { outputOf, stop } from '../e2e/harness/process'
import { sandboxFlags } from '../e2e/harness/programs'
import { displayOf } from '../e2e/harness/shells'
import { freshFolder } from '../e2e/harness/wall'

const shipped = process.env['FLEETWALL_SHIPPED'] ?? ''

describe('An update of the packaged program', () => {
  /** Offers a new AppImage, starts the program as an old one, and ends it once `isOver`. @returns the AppImage afterwards */
  const update = async (
    sha512: (file: Buffer) => string,
    isOver: (asked: string[], cache: string) => Promise<boolean>,
  ) => {
    const { electron } = inject('shells')
    if (!electron) throw new Error('there is no display')
    const folder = await freshFolder()
    const next = Buffer.from('#!/bin/sh\nexit 0\n# the new program\n')
    const hash = sha512(next)
    const feed = [
      'version: 99.0.0',
      'files:',
      '  - url: Fleetwall-99.0.0.AppImage',
      `    sha512: ${hash}`,
      `    size: ${next.byteLength}`,
      'path: Fleetwall-99.0.0.AppImage',
      `sha512: ${hash}`,
      "releaseDate: '2026-11-24T00:00:00.000Z'",
      '',
    ].join('\n')
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url?.startsWith('/latest-linux')) response.end(feed)
      else if (request.url?.endsWith('.AppImage')) response.end(next)
      else response.writeHead(404).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const image = join(folder.path, 'Fleetwall.AppImage')
    await writeFile(image, 'the old program', { mode: 0o755 })
    const cache = join(folder.path, 'cache')
    const child = spawn(shipped, [...sandboxFlags, '--user-data-dir', join(folder.path, 'data')], {
      env: {
        ...plainEnvironment(),
        ...noKeyring,
        DISPLAY: displayOf(electron),
        APPIMAGE: image,
        APPDIR: dirname(shipped),
        XDG_CACHE_HOME: cache,
        FLEETWALL_UPDATE_FEED: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        FLEETWALL_LOG: 'info',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = outputOf(child)
    onTestFinished(async () => {
      await stop(child)
      server.close()
      server.closeAllConnections()
      await folder.remove()
    })
    await expect.poll(() => isOver(asked, output.text()), { timeout: 40_000 }).toBe(true)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    return { content: await readFile(image, 'utf8').catch(() => ''), output: output.text() }
  }
  const sha512 = (file: Buffer) => createHash('sha512').update(file).digest('base64')

  it('is downloaded, checked, and installed when the program ends', async () => {
    const { content } = await update(sha512, (_, output) => Promise.resolve(output.includes('99.0.0')))
    expect(content).toContain('the new program')
  })

  it('that is damaged leaves the old program', async () => {
    const { content } = await update(
      () => sha512(Buffer.from('another file')),
      (_, output) => Promise.resolve(output.includes('no update')),
    )
    expect(content).toBe('the old program')
  })
})
