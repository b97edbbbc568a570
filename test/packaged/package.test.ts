import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { outputOf, stop } from '../e2e/harness/process'
import { packaged, sandboxFlags } from '../e2e/harness/programs'
import { displayOf } from '../e2e/harness/shells'
import { freshFolder } from '../e2e/harness/wall'

// What is shipped, and what tests can attach to.
const shipped = process.env['FLEETWALL_SHIPPED'] ?? ''
const program = packaged ?? ''
const resources = join(dirname(shipped), 'resources')

// As the binary holds them.
const [disabled, enabled] = [48, 49]

/** Every file below a folder, relative to it. */
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

describe('The packaged program', () => {
  it('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(shipped)
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ]
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ]
    for (const fuse of off) expect(wire[fuse], FuseV1Options[fuse]).toBe(disabled)
    for (const fuse of on) expect(wire[fuse], FuseV1Options[fuse]).toBe(enabled)
  })

  it('holds what runs and nothing else', () => {
    const files = [
      ...listPackage(join(resources, 'app.asar'), { isPack: false }),
      ...filesBelow(join(resources, 'app.asar.unpacked')),
    ]
    expect(files.filter((file) => /\.(m|c)?tsx?$|\.vue$|\.map$|\.md$/.test(file))).toEqual([])
    const binaries = files.filter((file) => file.endsWith('.node'))
    expect(new Set(binaries.map((file) => file.split('/').at(-1)))).toEqual(
      new Set(['keytar.node', `skia.linux-${process.arch}-gnu.node`]),
    )
    expect(existsSync(join(resources, 'default_app.asar'))).toBe(false)
    const notices = readFileSync(join(resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of [
      'vue',
      'ws',
      'zod',
      'pino',
      'reka-ui',
      'papaparse',
      'keytar',
      '@napi-rs/canvas',
      'inter',
    ])
      expect(notices).toMatch(new RegExp(`^Name: \\S*${name}`, 'm'))
  })

  const start = async (args: string[], binary = shipped, environment: NodeJS.ProcessEnv = {}) => {
    const { electron } = inject('shells')
    if (!electron) throw new Error('there is no display')
    const folder = await freshFolder()
    const child = spawn(binary, [...sandboxFlags, '--user-data-dir', folder.path, ...args], {
      env: { ...plainEnvironment(), ...noKeyring, DISPLAY: displayOf(electron), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(async () => {
      await stop(child)
      await folder.remove()
    })
    return {
      folder: folder.path,
      output: outputOf(child),
      ended: new Promise((resolve) => child.once('exit', resolve)),
    }
  }

  it('prints its usage, and refuses what it does not know', async () => {
    const help = await start(['--help'])
    expect(await help.ended).toBe(0)
    expect(help.output.text()).toContain('--kiosk')
    const odd = await start(['--load-extension=/tmp'])
    expect(await odd.ended).toBe(2)
    expect(odd.output.text()).toContain('Usage:')
  })

  it('works at a terminal without a display', async () => {
    const folder = await freshFolder()
    const path = join(folder.path, 'diagnostics.zip')
    const diagnostics = await start(['diagnostics', path], shipped, { DISPLAY: undefined })
    expect(await diagnostics.ended).toBe(0)
    expect(diagnostics.output.text()).toContain('Saved ')
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await folder.remove()
    const child = spawn(shipped, [...sandboxFlags, 'phones', '--simulated', '2'], {
      env: plainEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await outputOf(child).shows(/^dev_\S+ {2}\S/m)
    await stop(child)
  })

  it.each([
    { args: ['phones', '--simulated', '2'], code: 0 },
    { args: ['phones', '--help'], code: 0 },
    { args: ['--help'], code: 0 },
    { args: ['diagnostics', '/dev/null/none.zip'], code: 1 },
  ])('keeps Chromium’s files of a terminal in the user’s folder: $args', async ({ args, code }) => {
    const folder = await freshFolder()
    const temporary = await freshFolder()
    onTestFinished(async () => {
      await folder.remove()
      await temporary.remove()
    })
    const child = spawn(shipped, [...sandboxFlags, ...args], {
      env: { ...plainEnvironment(), XDG_CONFIG_HOME: folder.path, TMPDIR: temporary.path },
      stdio: 'ignore',
    })
    expect((await once(child, 'exit'))[0]).toBe(code)
    expect(readdirSync(folder.path)).toEqual(['Fleetwall'])
    expect(readdirSync(join(folder.path, 'Fleetwall'))).toEqual(['terminal'])
    expect(readdirSync(temporary.path)).toEqual([])
  })

  it('says so when there is no display for its window', async () => {
    const { ended, output } = await start([], shipped, { DISPLAY: undefined, WAYLAND_DISPLAY: undefined })
    expect(await ended).toBe(1)
    expect(output.text()).toContain('there is no display')
  })

  it('calls no host but the service', async () => {
    const asked: string[] = []
    const trap = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (bytes) => {
        asked.push(bytes.toString().split('\r\n')[0] ?? '')
        socket.destroy()
      })
    })
    await once(trap.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void trap.close())
    const proxy = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`
    // Chromium's own services follow these too.
    const { output } = await start([], shipped, {
      http_proxy: proxy,
      https_proxy: proxy,
      no_proxy: '127.0.0.1',
      FLEETWALL_LOG: 'info',
    })
    await output.shows(/first picture/)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(asked).toEqual([])
  })

  it('lets no debugger attach, unlike a build for tests', async () => {
    const debugged = await start(['--remote-debugging-port=0', '--inspect=0'], program)
    await debugged.output.shows(/DevTools listening on ws:/)
    const plain = await start(['--remote-debugging-port=0', '--inspect=0'])
    await expect.poll(() => existsSync(join(plain.folder, 'Local State'))).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(plain.output.text()).not.toContain('listening')
  })
})
