import { fstatSync, openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { faultOf } from '../../../src-shared/protocol/fault'
import { takeEnvironmentFleet } from '../../../src-main/core/saved-fleets/environment-fleet'
import { checkedKey, fleetAddress } from '../../../src-main/core/saved-fleets/fleet-address'
import { ownFolder } from '../../../src-main/core/disk/paths'

const faultIn = (run: () => unknown) => {
  try {
    run()
  } catch (thrown) {
    return faultOf(thrown)
  }
  return null
}

describe('a fleet’s address (spec, head)', () => {
  it.each([
    ['https://api.example/v1', '', 'https://api.example/v1', 'wss://api.example'],
    [' api.example ', '', 'https://api.example/v1', 'wss://api.example'],
    ['https://api.example:8443/v1//', '', 'https://api.example:8443/v1', 'wss://api.example:8443'],
    ['https://example.com/phones', '', 'https://example.com/phones/v1', 'wss://example.com'],
    ['https://a.example', 'wss://b.example/v1/', 'https://a.example/v1', 'wss://b.example'],
    ['https://a.example', 'b.example/live', 'https://a.example/v1', 'wss://b.example/live'],
    ['http://127.0.0.1:80', '', 'http://127.0.0.1/v1', 'ws://127.0.0.1'],
    ['http://localhost:99', 'ws://[::1]:98', 'http://localhost:99/v1', 'ws://[::1]:98'],
  ])('%j and %j', (base, ws, baseUrl, wsBaseUrl) => {
    expect(fleetAddress(base, ws)).toEqual({ baseUrl, wsBaseUrl })
  })

  it.each([
    ['', '', 'malformed'],
    ['https://', '', 'malformed'],
    ['ftp://a.example', '', 'malformed'],
    ['wss://a.example', '', 'malformed'],
    ['https://a.example', 'https://a.example', 'malformed'],
    ['http://a.example', '', 'insecure'],
    ['http://localhost.a.example', '', 'insecure'],
    ['http://127.0.0.1.a.example', '', 'insecure'],
    ['http://192.168.0.1', '', 'insecure'],
    ['https://a.example', 'ws://a.example', 'insecure'],
    ['https://a.example?x=1', '', 'path'],
    ['https://a.example/#top', '', 'path'],
    ['https://me:secret@a.example', '', 'path'],
    ['http://localhost@a.example', '', 'path'],
  ])('is refused: %j and %j', (base, ws, reason) => {
    expect(faultIn(() => fleetAddress(base, ws))).toEqual({ kind: 'address', reason })
  })
})

describe('a key (spec 5, rule 2)', () => {
  it('drops the white space of a paste', () => {
    expect(checkedKey(' fw_live_id_secret\n')).toBe('fw_live_id_secret')
  })

  it.each([
    '',
    'secret',
    'fw_live_',
    'fw_live_id',
    '_live_id_secret',
    'fw_live_id_sec ret',
    'fw_test_id_secret',
  ])('is none: %j', (text) => {
    expect(faultIn(() => checkedKey(text))).toEqual({ kind: 'key-shape' })
  })
})

describe('the fleet of the environment', () => {
  const apiKey = 'fw_live_id_secret'

  it('is none when nothing names one', () => {
    expect(takeEnvironmentFleet({ FLEETWALL_WS_BASE_URL: 'wss://a.example' })).toBeNull()
  })

  it('is read with its key, which leaves the environment', () => {
    const environment: NodeJS.ProcessEnv = {
      FLEETWALL_BASE_URL: 'a.example',
      FLEETWALL_API_KEY: apiKey,
      HOME: '/',
    }
    expect(takeEnvironmentFleet(environment)).toEqual({
      baseUrl: 'https://a.example/v1',
      wsBaseUrl: 'wss://a.example',
      apiKey,
    })
    expect(JSON.stringify(environment)).not.toContain(apiKey)
  })

  it.each([
    { FLEETWALL_BASE_URL: 'https://a.example' },
    { FLEETWALL_API_KEY: apiKey },
    { FLEETWALL_BASE_URL: 'http://a.example', FLEETWALL_API_KEY: apiKey },
    { FLEETWALL_BASE_URL: 'a.example', FLEETWALL_WS_BASE_URL: 'ws://a.example', FLEETWALL_API_KEY: apiKey },
  ])('that cannot be one is a sentence without the key, which is gone too (%#)', (given) => {
    const environment: NodeJS.ProcessEnv = { ...given }
    const fault = faultIn(() => takeEnvironmentFleet(environment))
    expect(fault).toMatchObject({ kind: 'internal', detail: expect.stringContaining('FLEETWALL_BASE_URL') })
    expect(JSON.stringify([fault, environment])).not.toContain(apiKey)
  })

  describe('with its key in a file', () => {
    let folder: string
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'key-file-'))
    })
    afterEach(() => rm(folder, { recursive: true }))

    const take = (path: string, more: NodeJS.ProcessEnv = {}) =>
      takeEnvironmentFleet({ FLEETWALL_BASE_URL: 'a.example', FLEETWALL_API_KEY_FILE: path, ...more })

    it('is read, without the line break at its end', async () => {
      await writeFile(join(folder, 'key'), `${apiKey}\n`)
      expect(take(join(folder, 'key'))).toMatchObject({ apiKey })
    })

    it('is a sentence for a file that is missing, a folder, empty, huge, or not a key', async () => {
      await writeFile(join(folder, 'empty'), ' \n')
      await writeFile(join(folder, 'huge'), 'x'.repeat(20_000))
      await writeFile(join(folder, 'odd'), 'two words')
      for (const name of ['missing', '.', 'empty', 'huge'])
        expect(() => take(join(folder, name))).toThrow('FLEETWALL_API_KEY_FILE names ')
      expect(() => take(join(folder, 'odd'))).toThrow(`${join(folder, 'odd')} holds no key`)
      expect(() => take(join(folder, 'odd'), { FLEETWALL_API_KEY: apiKey })).toThrow('one is enough')
    })

    it('comes by a pipe, which is closed then', async () => {
      const path = join(folder, 'key')
      await writeFile(path, apiKey)
      const environment: NodeJS.ProcessEnv = {
        FLEETWALL_BASE_URL: 'a.example',
        FLEETWALL_API_KEY_FD: String(openSync(path, 'r')),
      }
      const { FLEETWALL_API_KEY_FD: descriptor } = environment
      expect(takeEnvironmentFleet(environment)).toMatchObject({ apiKey })
      expect(environment).not.toHaveProperty('FLEETWALL_API_KEY_FD')
      expect(() => fstatSync(Number(descriptor))).toThrow('EBADF')
      expect(() => takeEnvironmentFleet({ FLEETWALL_API_KEY_FD: descriptor })).toThrow('did not hand over')
    })
  })
})

describe('the folder of remembered settings', () => {
  it.each([
    ['linux', {}, join(homedir(), '.config', 'Fleetwall')],
    ['linux', { XDG_CONFIG_HOME: '/conf' }, join('/conf', 'Fleetwall')],
    ['darwin', {}, join(homedir(), 'Library', 'Application Support', 'Fleetwall')],
    ['win32', { APPDATA: '/roaming' }, join('/roaming', 'Fleetwall')],
  ] as const)('is the one of %s', (platform, environment, expected) => {
    expect(ownFolder(environment, platform)).toBe(expected)
  })
})
