import { createHash } from 'node:crypto'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { untrustedCertificate } from '../core/service/untrusted-certificate'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { outputOf, stop } from '../e2e/harness/process'
import { packaged, sandboxFlags } from '../e2e/harness/programs'
import { displayOf } from '../e2e/harness/shells'
import { freshFolder } from '../e2e/harness/wall'

// The environment names a feed to a build for tests alone.
const program = packaged ?? ''

describe('An update of the packaged program', () => {
  /**
   * Offers a new AppImage at a server that the user's file of authorities names, starts the program as an old one, and ends it once its output shows `result`.
   * @param sign makes the feed, a file, one of the program's maker
   * @returns the content of the AppImage afterwards
   */
  const update = async (sha512: (file: Buffer) => string, sign: (feed: string) => void, result: string) => {
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
    const feedFile = join(
      folder.path,
      process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`,
    )
    await writeFile(feedFile, feed)
    sign(feedFile)
    const offered = await readFile(feedFile)
    const server = createServer(untrustedCertificate, (request, response) => {
      if (request.url?.startsWith('/latest-linux')) response.end(offered)
      else if (request.url?.endsWith('.AppImage')) response.end(next)
      else response.writeHead(404).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const image = join(folder.path, 'Fleetwall.AppImage')
    await writeFile(image, 'the old program', { mode: 0o755 })
    const cache = join(folder.path, 'cache')
    const data = join(folder.path, 'data')
    await mkdir(data)
    await writeFile(join(data, 'certificates.pem'), untrustedCertificate.cert)
    const child = spawn(program, [...sandboxFlags, '--user-data-dir', data], {
      env: {
        ...plainEnvironment(),
        ...noKeyring,
        DISPLAY: displayOf(electron),
        APPIMAGE: image,
        APPDIR: dirname(program),
        XDG_CACHE_HOME: cache,
        FLEETWALL_UPDATE_FEED: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
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
    await expect.poll(() => output.text(), { timeout: 40_000 }).toContain(result)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    return readFile(image, 'utf8')
  }
  const sha512 = (file: Buffer) => createHash('sha512').update(file).digest('base64')
  const signed = (feed: string) => {
    execFileSync(process.execPath, [join(import.meta.dirname, '../../build/sign-feed.mjs'), feed])
  }
  const unsigned = () => undefined

  it('is downloaded, checked, and installed when the program ends', async () => {
    expect(await update(sha512, signed, 'an update is ready')).toContain('the new program')
  })

  it('that is damaged leaves the old program', async () => {
    expect(await update(() => sha512(Buffer.from('another file')), signed, 'no update')).toBe(
      'the old program',
    )
  })

  it('that its maker did not sign leaves the old program', async () => {
    expect(await update(sha512, unsigned, 'without a valid signature')).toBe('the old program')
  })
})
