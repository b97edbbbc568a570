import { fstatSync, openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { faultOf } from '../../../src-shared/protocol/fault'
import { takeEnvironmentFleet } from '../../../src-main/core/saved-fleets/environment-fleet'

const faultIn = (run: () => unknown) => {
  try {
    run()
  } catch (thrown) {
    return faultOf(thrown)
  }
  return null
}
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
