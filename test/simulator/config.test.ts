import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src-simulator/config'
import { createHandsetFactory } from '../../src-simulator/screens/handset-factory'
import { startService } from '../../src-simulator/service'
import { fleetOf } from '../../src-simulator/world/fleet'

describe('config', () => {
  it('has the defaults of its page', () => {
    expect(parseConfig({})).toMatchObject({
      seed: 1,
      devices: 12,
      rates: {
        device_edits: { per_second: 10 / 60, burst: 5 },
        account_edits: { per_second: 5, burst: 20 },
        upload_endpoint: { per_second: 1, burst: 60 },
        automation_launch_device: { per_second: 10 / 60, burst: 3 },
        automation_launch_account: { per_second: 2, burst: 10 },
        automation_reads: { per_second: 10, burst: 20 },
      },
      tickets: { single_use: false, max_bytes: 314572800, ttl_s: 300 },
      uploads: { concurrent: 4 },
      automations: { tokens: 3600, dispatch_ms: 500, run_ms: 4000, retry_ms: [300000, 420000] },
      stream: { max_fps: 30, resend_after_ms: 3000 },
      frames: 'screen',
    })
  })
  it.each<[unknown, string]>([
    [{ devcies: 3 }, '"devcies"'],
    [{ tickets: { ttl: 3 } }, '"tickets.ttl"'],
    [{ rates: { per_key: { per_second: 1, burst: 1, per_minute: 2 } } }, '"rates.per_key.per_minute"'],
    [{ devices: [{ public_id: 'dev_a', name: 'A', colour: 'red' }] }, '"devices.0.colour"'],
    [{ keys: [{ key: 'fw_live_a_b', scope: [] }] }, '"keys.0.scope"'],
  ])('names the unknown key in %j', (config, name) => {
    expect(() => parseConfig(config)).toThrow(`unknown key ${name}`)
  })
  it.each<[unknown, string]>([
    [{ devices: -1 }, 'devices'],
    [{ keys: [{ key: 'secret' }] }, 'keys.0.key'],
    [{ frames: 'film' }, 'frames'],
    [[], 'expected object'],
  ])('says where %j is wrong', (config, name) => {
    expect(() => parseConfig(config)).toThrow(name)
  })
  it.each([
    [{ devices: ['dev_a', 'dev_a'].map((id) => ({ public_id: id, name: 'A' })) }, 'dev_a'],
    [{ keys: [{ key: 'fw_live_k_1' }, { key: 'fw_live_k_2' }] }, '"k"'],
  ])('refuses identifiers that clash: %j', async (config, name) => {
    const factory = createHandsetFactory({ threads: 1 })
    const options = { config: parseConfig(config), factory, port: 0, onDefect: () => undefined }
    await expect(startService(options)).rejects.toThrow(name)
    await factory.close()
  })
})

describe('the fleet of a seed', () => {
  it('is repeatable, and a larger one begins with the smaller one', () => {
    expect(fleetOf(12, 5)).toEqual(fleetOf(12, 5))
    expect(fleetOf(12, 5).slice(0, 4)).toEqual(fleetOf(4, 5))
    expect(fleetOf(12, 5)).not.toEqual(fleetOf(12, 6))
  })
  it('has phones of several sizes, most of them 750 by 1334, with ids and names of their own', () => {
    const fleet = fleetOf(12, 1)
    const sizes = fleet.map(({ snapshot }) => `${snapshot.width}x${snapshot.height}`)
    expect(sizes.filter((size) => size === '750x1334').length).toBeGreaterThan(6)
    expect(new Set(sizes).size).toBeGreaterThanOrEqual(3)
    expect(new Set(fleet.map(({ public_id: id }) => id)).size).toBe(12)
    expect(new Set(fleet.map(({ name }) => name)).size).toBe(12)
  })
})
