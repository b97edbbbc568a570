import { z } from 'zod'
import { COLOR } from './world/colour'

/** Every scope of spec section 5. */
export const SCOPES = ['read', 'control', 'stream', 'upload', 'manage', 'automations'] as const
export type Scope = (typeof SCOPES)[number]

const rate = z.strictObject({ per_second: z.number().nonnegative(), burst: z.number().int().nonnegative() })
export type Rate = z.infer<typeof rate>

const count = z.number().int().nonnegative()
const size = z.strictObject({
  width: z.number().int().min(1).max(8192),
  height: z.number().int().min(1).max(8192),
})

const label = z.strictObject({
  name: z.string().min(1).max(50),
  color: z.string().regex(COLOR).optional(),
})

/** An empty value is null (spec section 2). */
const textOrNull = z
  .string()
  .nullable()
  .default(null)
  .transform((text) => text || null)

/** A phone as the configuration, or admin while the service runs, has it. */
export const deviceConfig = z.strictObject({
  public_id: z.string().regex(/^[A-Za-z0-9_-]+$/),
  name: z.string().min(1),
  custom_name: textOrNull,
  notes: textOrNull,
  labels: z.array(label).max(20).default([]),
  /** Left out: two made up from the seed. */
  accounts: z.array(z.string().min(1)).optional(),
  screen: size.optional(),
  snapshot: size.optional(),
})
export type DeviceConfig = z.infer<typeof deviceConfig>

/** The states of a key. */
export const keyState = z.enum(['active', 'suspended', 'revoked', 'expired'])
export type KeyState = z.infer<typeof keyState>

/** The states of the account. */
export const accountState = z.enum(['active', 'suspended', 'deactivated'])

export const scopeList = z.array(z.enum(SCOPES))

const key = z.strictObject({
  key: z.string().regex(/^.+?_live_.+_[^_]+$/, 'a key has the shape PREFIX_live_KEYID_SECRET'),
  scopes: scopeList.default([...SCOPES]),
  state: keyState.default('active'),
  ip_allowlist: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).optional(),
})
export type KeyConfig = z.infer<typeof key>

/** One year: a later time would not fit into a Date. */
const LONGEST_TTL_S = 366 * 86_400

/** What can be changed while the service runs (admin `PUT /limits`). The numbers are section 8's where it shows any. */
export const limitsSchema = z.strictObject({
  budgets: z
    .strictObject({
      active_minutes: count.default(1440),
      actions: count.default(50_000),
      snapshots: count.default(10_000),
      uploads: count.default(2_000),
      /** Left out: as many as there are phones. */
      max_active_devices: count.optional(),
    })
    .prefault({}),
  rates: z
    .strictObject({
      per_key: rate.default({ per_second: 1000, burst: 2000 }),
      per_account: rate.default({ per_second: 2000, burst: 4000 }),
      per_device: rate.default({ per_second: 500, burst: 1000 }),
      device_edits: rate.default({ per_second: 10 / 60, burst: 5 }),
      account_edits: rate.default({ per_second: 5, burst: 20 }),
      upload_endpoint: rate.default({ per_second: 1, burst: 60 }),
      automation_launch_device: rate.default({ per_second: 10 / 60, burst: 3 }),
      automation_launch_account: rate.default({ per_second: 2, burst: 10 }),
      automation_reads: rate.default({ per_second: 10, burst: 20 }),
      connects_per_device: rate.default({ per_second: 10, burst: 200 }),
    })
    .prefault({}),
  tickets: z
    .strictObject({
      single_use: z.boolean().default(false),
      max_bytes: count.default(314_572_800),
      ttl_s: z.number().positive().max(LONGEST_TTL_S).default(300),
    })
    .prefault({}),
  uploads: z.strictObject({ concurrent: count.default(4) }).prefault({}),
  automations: z
    .strictObject({
      tokens: count.default(3600),
      dispatch_ms: count.default(500),
      run_ms: count.default(4000),
      /** One delay, or the shortest and the longest. */
      retry_ms: z
        .union([
          count,
          z.tuple([count, count]).refine(([least, most]) => least <= most, 'the shortest comes first'),
        ])
        .default([300_000, 420_000]),
    })
    .prefault({}),
})
export type Limits = z.infer<typeof limitsSchema>
export type RateLayer = keyof Limits['rates']
export const RATE_LAYERS = Object.keys(limitsSchema.parse({}).rates) as [RateLayer, ...RateLayer[]]

export const MOST_DEVICES = 1000

/** The whole configuration: what a file may say, with every default filled in. */
const configSchema = limitsSchema.extend({
  seed: z.number().int().default(1),
  devices: z
    .union([z.number().int().min(0).max(MOST_DEVICES), z.array(deviceConfig).max(MOST_DEVICES)])
    .default(12),
  keys: z.array(key).min(1).optional(),
  stream: z
    .strictObject({
      max_fps: z.number().positive().max(60).default(30),
      resend_after_ms: z.number().int().min(10).default(3000),
    })
    .prefault({}),
  frames: z.enum(['screen', 'replay']).default('screen'),
})
export type Config = z.infer<typeof configSchema>

/** A flag or a configuration that cannot be used; its message is the one line the user reads. */
export class ConfigError extends Error {}

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((name) => `"${path ? `${path}.` : ''}${name}"`)
    return `unknown key ${names.join(', ')}`
  }
  if (issue.code === 'invalid_union') {
    // The closest alternative says most: one with an unknown key, or else the one that failed deepest inside.
    const alternatives = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)
    const nested = alternatives.find(({ code }) => code === 'unrecognized_keys') ?? alternatives[0]
    if (nested) return describe({ ...nested, path: [...issue.path, ...nested.path] })
  }
  return path ? `"${path}": ${issue.message}` : issue.message
}

/**
 * Checks a configuration as read from JSON and fills in what it leaves out.
 * @throws ConfigError that names the key at fault
 */
export function parseConfig(json: unknown): Config {
  const parsed = configSchema.safeParse(json)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describe).join('; '))
  return parsed.data
}
