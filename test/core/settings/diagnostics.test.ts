import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, describe, it, vi } from 'vitest'
import { collectDiagnostics, writeDiagnostics } from '../../../src-main/core/settings/diagnostics'

describe('diagnostics', () => {
  let folder: string
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'fleetwall-diagnostics-'))))
  afterEach(() => rm(folder, { recursive: true }))
  afterEach(() => vi.unstubAllEnvs())
  const collected = async () =>
    Object.fromEntries(
      Object.entries(unzipSync(await collectDiagnostics(folder))).map(([name, bytes]) => [
        name,
        strFromU8(bytes),
      ]),
    )

  it('hold the log, versions and settings, without secrets', async () => {
    await writeFile(join(folder, 'fleetwall.log'), 'asked with fw_live_id_secret\n')
    await writeFile(
      join(folder, 'preferences.json'),
      JSON.stringify({ version: 1, language: 'de', proxy: { address: 'proxy:1', user: 'jo' } }),
    )
    await mkdir(join(folder, 'Crashpad', 'completed'), { recursive: true })
    await writeFile(join(folder, 'Crashpad', 'completed', 'a.dmp'), 'secret memory')
    const files = await collected()
    expect(files['fleetwall.log']).toBe('asked with [key]\n')
    expect(JSON.parse(files['versions.json'] ?? '')).toMatchObject({ node: process.versions.node })
    expect(JSON.parse(files['settings.json'] ?? '')).toMatchObject({
      preferences: { language: 'de', proxy: { address: 'proxy:1', user: '[removed]' } },
      fleets: null,
    })
    expect(JSON.parse(files['crashes.json'] ?? '')).toMatchObject([{ bytes: 13 }])
    expect(Object.values(files).join('')).not.toMatch(/id_secret|secret memory|"jo"/)
  })

  it('name the user’s own folder by ~, and keep settings of keys', async () => {
    vi.stubEnv('HOME', '/home/jö x')
    vi.stubEnv('USERPROFILE', '/home/jö x')
    const stack = `at ${pathToFileURL('/home/jö x/app/main.js').href}`
    await writeFile(join(folder, 'fleetwall.log'), `{"path":"/home/jö x/certificates.pem"}\n${stack}\n`)
    await writeFile(
      join(folder, 'preferences.json'),
      JSON.stringify({ lineKey: 'alt', apiKey: 'x', captures: { folder: '/home/jö x/Secret project' } }),
    )
    const files = await collected()
    expect(files['fleetwall.log']).toBe('{"path":"~/certificates.pem"}\nat ~/app/main.js\n')
    expect(JSON.parse(files['settings.json'] ?? '')).toMatchObject({
      preferences: { lineKey: 'alt', apiKey: '[removed]', captures: { folder: '~/Secret project' } },
    })
  })

  it.skipIf(process.platform === 'win32')('never wait for a pipe in place of the log', async () => {
    execFileSync('mkfifo', [join(folder, 'fleetwall.log')])
    expect((await collected())['fleetwall.log']).toBe('')
  })

  it('name the file that they can’t be written to', async () => {
    const path = join(folder, 'none', 'x.zip')
    await expect(writeDiagnostics(path, folder)).rejects.toThrow(`Can’t write ${path} (ENOENT).`)
  })

  it('can be made of an empty folder', async () => {
    expect(Object.keys(await collected())).toContain('speed.json')
  })
})
