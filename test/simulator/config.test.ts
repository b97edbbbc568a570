import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '../../src-simulator/config'
import { readFlags, usage } from '../../src-simulator/flags'
import { createHandsetFactory } from '../../src-simulator/screens/handset-factory'
import { startService } from '../../src-simulator/service'
import { fleetOf } from '../../src-simulator/world/fleet'
import { startTestService } from './service'

const RATES = [
  'per_key',
  'per_account',
  'per_device',
  'device_edits',
  'account_edits',
  'upload_endpoint',
  'automation_launch_device',
  'automation_launch_account',
  'automation_reads',
  'connects_per_device',
]

describe('config', () => {
  it('has the documented defaults', () => {
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
    [{ budgets: { minutes: 1 } }, '"budgets.minutes"'],
    [{ rates: { per_phone: { per_second: 1, burst: 1 } } }, '"rates.per_phone"'],
    [{ uploads: { parallel: 1 } }, '"uploads.parallel"'],
    [{ automations: { token: 1 } }, '"automations.token"'],
    [{ stream: { fps: 1 } }, '"stream.fps"'],
    [{ Seed: 1 }, '"Seed"'],
    [JSON.parse('{"__proto__": 1}'), '"__proto__"'],
    [
      { rates: { per_key: { burst: 1, per_second: 1 }, toString: { burst: 1, per_second: 1 } } },
      '"rates.toString"',
    ],
  ])('names the unknown key in %j', (config, name) => {
    expect(() => parseConfig(config)).toThrow(`unknown key ${name}`)
  })
  it.each([
    [
      {
        devices: ['#111111', '#222222'].map((color, index) => ({
          public_id: `dev_${index}`,
          name: 'A',
          labels: [{ name: 'hive', color }],
        })),
      },
      '"hive"',
    ],
    [{ devices: ['dev_a', 'dev_a'].map((id) => ({ public_id: id, name: 'A' })) }, 'dev_a'],
    [{ keys: [{ key: 'fw_live_k_1' }, { key: 'fw_live_k_2' }] }, '"k"'],
  ])('refuses duplicate identifiers and a label of two colours: %j', async (config, name) => {
    const factory = createHandsetFactory({ threads: 1 })
    const options = { config: parseConfig(config), factory, port: 0, onDefect: () => undefined }
    await expect(startService(options)).rejects.toThrow(name)
    await factory.close()
  })
  it('names every unknown key', () => {
    expect(() => parseConfig({ sped: 1, budgets: { action: 1 } })).toThrow(
      /"sped".*"budgets\.action"|"budgets\.action".*"sped"/,
    )
  })
  it.each<[unknown, string]>([
    [{ devices: -1 }, 'devices'],
    [{ keys: [{ key: 'secret' }] }, 'keys.0.key'],
    [{ frames: 'film' }, 'frames'],
    [[], 'expected object'],
    [{ seed: 'one' }, 'seed'],
    [{ seed: null }, 'seed'],
    [{ devices: 1.5 }, 'devices'],
    [{ devices: '3' }, 'devices'],
    [{ budgets: { actions: -1 } }, 'budgets.actions'],
    [{ budgets: { max_active_devices: 1.5 } }, 'budgets.max_active_devices'],
    [{ rates: { per_key: 5 } }, 'rates.per_key'],
    [{ rates: { per_key: { per_second: 1 } } }, 'rates.per_key.burst'],
    [{ rates: { per_key: { per_second: 1, burst: -1 } } }, 'rates.per_key.burst'],
    [{ uploads: { concurrent: 'four' } }, 'uploads.concurrent'],
    [{ automations: { run_ms: -1 } }, 'automations.run_ms'],
    [{ automations: { retry_ms: 'soon' } }, 'automations.retry_ms'],
    [{ automations: { retry_ms: [5, 1] } }, 'automations.retry_ms'],
    [{ stream: { max_fps: 0 } }, 'stream.max_fps'],
    [{ stream: { resend_after_ms: -1 } }, 'stream.resend_after_ms'],
    [{ frames: 1 }, 'frames'],
    [null, 'object'],
    ['{}', 'object'],
  ])('names the invalid field in %j', (config, name) => {
    expect(() => parseConfig(config)).toThrow(name)
  })
  it.each(RATES)('rates.%s can be set alone and keeps the other rates', (layer) => {
    const { rates } = parseConfig({ rates: { [layer]: { per_second: 0.5, burst: 7 } } })
    expect(rates).toEqual({ ...parseConfig({}).rates, [layer]: { per_second: 0.5, burst: 7 } })
    expect(Object.keys(rates).toSorted()).toEqual(RATES.toSorted())
  })
  it.each(['active_minutes', 'actions', 'snapshots', 'uploads', 'max_active_devices'])(
    'budgets.%s can be set alone, also to 0',
    (budget) => {
      expect(parseConfig({ budgets: { [budget]: 0 } }).budgets).toEqual({
        ...parseConfig({}).budgets,
        [budget]: 0,
      })
    },
  )
  it.each([{ retry_ms: 1000 }, { retry_ms: [1000, 2000] }, { tokens: 0 }, { dispatch_ms: 0 }, { run_ms: 0 }])(
    'automations take %j',
    (automations) => {
      expect(parseConfig({ automations }).automations).toMatchObject(automations)
    },
  )
})

describe('flags', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetwall-flags-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const configFile = (content: string): string => {
    const file = join(folder, `${randomUUID()}.json`)
    writeFileSync(file, content)
    return file
  }

  it('set the port and the number of devices, and override the file', () => {
    const file = configFile('{"seed": 7, "devices": 5}')
    expect(readFlags([])).toEqual({ port: 0, config: parseConfig({}) })
    expect(readFlags(['--port', '65535', '--config', file, '--devices', '3'])).toEqual({
      port: 65_535,
      config: parseConfig({ seed: 7, devices: 3 }),
    })
  })
  it('are printed for --help, whatever else is there', () => {
    expect(readFlags(['--help', '--port', 'many'])).toBeNull()
    for (const name of ['port', 'devices', 'config', 'help']) expect(usage).toContain(`--${name}`)
  })
  it.each<[string, string[], string]>([
    ['an unknown flag', ['--prot', '1'], '--prot'],
    ['a number of devices that is not a number', ['--devices', 'many'], '--devices'],
    ['a port that is not a number', ['--port', 'many'], '--port'],
    ['a port that is too large', ['--port', '65536'], '--port'],
    ['a negative port', ['--port=-1'], '--port'],
    ['a port that is not whole', ['--port', '80.5'], '--port'],
    ['a negative number of devices', ['--devices=-1'], '--devices'],
    ['half a device', ['--devices', '1.5'], '--devices'],
    ['a flag without a value', ['--config'], '--config'],
    ['a flag that is there twice', ['--port', '0', '--port=1'], '--port'],
    ['an argument that is not a flag', ['12'], '12'],
    ['a missing config', ['--config', join(folder, 'none.json')], 'none.json'],
    ['a config that is not JSON', ['--config', configFile('{"seed": 1')], 'JSON'],
    ['a config that is a list', ['--config', configFile('[]')], 'object'],
    ['an unknown key', ['--config', configFile('{"sped": 1}')], '"sped"'],
    ['a value of another kind', ['--config', configFile('{"seed": "one"}')], 'seed'],
  ])('refuse %s in one line', (_, args, name) => {
    let fault: unknown
    try {
      readFlags(args)
    } catch (error) {
      fault = error
    }
    expect(fault).toBeInstanceOf(ConfigError)
    const { message } = fault as ConfigError
    expect(message).toContain(name)
    expect(message).not.toContain('\n')
  })
})

describe('2 an empty value', () => {
  it('of a listed device is null', () => {
    const devices = [{ public_id: 'dev_a', name: 'A', custom_name: '', notes: '' }]
    expect(parseConfig({ devices })).toMatchObject({ devices: [{ custom_name: null, notes: null }] })
  })
})

describe('the fleet of a seed', () => {
  it('is repeatable, and a larger fleet begins with the smaller one', () => {
    expect(fleetOf(12, 5)).toEqual(fleetOf(12, 5))
    expect(fleetOf(12, 5).slice(0, 4)).toEqual(fleetOf(4, 5))
    expect(fleetOf(12, 5)).not.toEqual(fleetOf(12, 6))
  })
  it('has phones of several sizes, mostly 750 by 1334, with own ids and names', () => {
    const fleet = fleetOf(12, 1)
    const sizes = fleet.map(({ snapshot }) => `${snapshot.width}x${snapshot.height}`)
    expect(sizes.filter((size) => size === '750x1334').length).toBeGreaterThan(6)
    expect(new Set(sizes).size).toBeGreaterThanOrEqual(3)
    expect(new Set(fleet.map(({ public_id: id }) => id)).size).toBe(12)
    expect(new Set(fleet.map(({ name }) => name)).size).toBe(12)
  })
})

describe('the seed in a service', () => {
  async function fleet(seed: number): Promise<{ list: unknown; picture: string }> {
    const service = await startTestService({ seed, devices: 3, keys: undefined })
    const key = service.addresses.api_key
    const { json } = await service.call('GET', '/devices', { key })
    const id = (json as { public_id: string }[])[0]?.public_id ?? ''
    const { bytes } = await service.call('GET', `/devices/${id}/snapshot`, { key })
    await service.close()
    const list = (json as Record<string, unknown>[]).map((device) => [device['public_id'], device['name']])
    return { list, picture: bytes.toString('base64') }
  }
  const minute = () => Math.floor(Date.now() / 60_000)
  /** Two services with one seed, in the same minute, because a phone's clock shows it. */
  async function twins(seed: number): Promise<Awaited<ReturnType<typeof fleet>>[]> {
    const begun = minute()
    const both = [await fleet(seed), await fleet(seed)]
    return minute() === begun ? both : twins(seed)
  }

  it('determines names, screens and identifiers', async () => {
    const [first, again] = await twins(5)
    const other = await fleet(6)
    expect(again?.list).toEqual(first?.list)
    expect(again?.picture === first?.picture).toBe(true)
    expect(other.list).not.toEqual(first?.list)
  })
})
