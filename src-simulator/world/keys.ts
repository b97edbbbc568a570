import { randomBytes } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { z } from 'zod'
import type { accountState, KeyConfig, KeyState, Scope } from '../config'
import { ConfigError, SCOPES } from '../config'
import { Random } from '../random'

/** The account that the keys are of. */
export interface Account {
  state: z.infer<typeof accountState>
}

/** An API key (spec section 5). */
export interface ApiKey {
  /** The part between `_live_` and the last `_`. */
  readonly id: string
  readonly text: string
  readonly account: Account
  scopes: ReadonlySet<Scope>
  state: KeyState
  allows(address: string): boolean
}

function allowlist(entries: string[] | undefined): (address: string) => boolean {
  if (!entries) return () => true
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function keyIdOf(text: string): string {
  return text.slice(text.indexOf('_live_') + '_live_'.length, text.lastIndexOf('_'))
}

/** The account's keys. */
export class KeyRing {
  readonly account: Account = { state: 'active' }
  private readonly byText = new Map<string, ApiKey>()
  private readonly byId = new Map<string, ApiKey>()
  /** The first key: the one that the start line shows. */
  readonly first: ApiKey

  /** @throws ConfigError when two keys have the same id */
  constructor(configs: KeyConfig[] | undefined, seed: number) {
    const keys = (configs ?? [KeyRing.made(seed)]).map((config) => ({
      id: keyIdOf(config.key),
      text: config.key,
      account: this.account,
      scopes: new Set(config.scopes),
      state: config.state,
      allows: allowlist(config.ip_allowlist),
    }))
    for (const key of keys) {
      if (this.byId.has(key.id)) throw new ConfigError(`"keys": two keys have the id "${key.id}"`)
      this.byText.set(key.text, key)
      this.byId.set(key.id, key)
    }
    const first = keys[0]
    if (!first) throw new ConfigError('"keys": there must be at least one')
    this.first = first
  }

  find(text: string): ApiKey | undefined {
    return this.byText.get(text)
  }

  withId(id: string): ApiKey | undefined {
    return this.byId.get(id)
  }

  /** The secret is never from the seed: any page on this machine could guess it and reach the loopback sockets. */
  private static made(seed: number): KeyConfig {
    const id = new Random(seed, 'key').letters(8)
    return { key: `fw_live_${id}_${randomBytes(20).toString('hex')}`, scopes: [...SCOPES], state: 'active' }
  }
}
