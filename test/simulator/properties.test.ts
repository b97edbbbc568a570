import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UploadTicket } from '../../src-simulator/api/answers'
import { outcome } from './answer'
import { assertHolds } from './property'
import type { TestService } from './service'
import { GENEROUS_RATES, KEYS, OTHER_PHONE, PHONE, uploadBy, withTestService } from './service'

const phoneName = fc.constantFrom(PHONE, OTHER_PHONE)
const phonesWith = (holders: object[]) => [
  ...[PHONE, OTHER_PHONE].map((id) => ({ public_id: id, name: id, snapshot: { width: 20, height: 40 } })),
  ...holders,
]

interface Label {
  name: string
  color: string
}
interface Item {
  custom_name: string | null
  notes: string | null
  labels: Label[]
}

const codePoints = (text: string) => text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '.').length
const isClean = (text: string) => Buffer.from(text).toString() === text && !text.includes('\0')
const isText = (value: unknown, least: number, most: number): value is string =>
  typeof value === 'string' && isClean(value) && codePoints(value) >= least && codePoints(value) <= most
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
const hasOnly = (value: object, ...fields: string[]) =>
  Object.keys(value).every((field) => fields.includes(field))

function isLabelList(value: unknown): value is { name: string; color?: string }[] {
  if (!Array.isArray(value) || value.length > 20) return false
  const names = value.map((label: unknown) => isObject(label) && trimmed(label['name']))
  return (
    new Set(names).size === names.length &&
    value.every(
      (label) =>
        isObject(label) &&
        hasOnly(label, 'name', 'color') &&
        isText(trimmed(label['name']), 1, 50) &&
        (!('color' in label) || /^#[0-9a-f]{6}$/i.test(String(label['color']))),
    )
  )
}

/** A model of edits (spec 4.4). */
class AccountModel {
  readonly items = new Map<string, Item>()
  readonly unreachable = new Set<string>()
  private readonly colors = new Map<string, string>()

  constructor(held: Label[]) {
    for (const { name, color } of held) this.colors.set(name, color)
    for (const id of [PHONE, OTHER_PHONE]) this.items.set(id, { custom_name: null, notes: null, labels: [] })
  }

  edit(id: string, change: unknown, bytes: number): string {
    if (bytes > 65_536 || !isObject(change) || !this.isChange(change)) return '422 invalid_action'
    if ('custom_name' in change && this.unreachable.has(id)) return '503 rename_unavailable'
    const item = { custom_name: null, notes: null, labels: [], ...this.items.get(id) }
    if (isLabelList(change['labels'])) {
      const labels = change['labels'].map(({ name, color }) => ({ name: name.trim(), color }))
      const fresh = labels.filter(({ name }) => !this.colors.has(name))
      if (this.colors.size + fresh.length > 200) return '422 label_limit_reached'
      for (const { name, color } of fresh) this.colors.set(name, color ?? '#9E9E9E')
      item.labels = labels.map(({ name }) => ({ name, color: this.colors.get(name) ?? '' }))
    }
    if ('custom_name' in change) item.custom_name = trimmed(change['custom_name']) as string | null
    if ('notes' in change) item.notes = (change['notes'] as string | null) || null
    this.items.set(id, item)
    return '200'
  }

  private isChange(change: Record<string, unknown>): boolean {
    const { custom_name: name, notes, labels } = change
    return (
      Object.keys(change).length > 0 &&
      hasOnly(change, 'custom_name', 'notes', 'labels') &&
      (!('custom_name' in change) || name === null || isText(trimmed(name), 1, 64)) &&
      (!('notes' in change) || notes === null || isText(notes, 0, 2000)) &&
      (!('labels' in change) || isLabelList(labels))
    )
  }
}

const space = fc.constantFrom('', '', ' ', '\t\n', '\u00a0', '\u2003 ')
const character = fc.constantFrom('a', 'é', '漢', '😀', '\u{10ffff}', '\u202e', '\u0301')
const piece = fc.oneof(
  { weight: 40, arbitrary: character },
  { weight: 10, arbitrary: fc.constantFrom('e\u0301', '👩‍👩‍👧', ' ', '__proto__') },
  { weight: 1, arbitrary: fc.constantFrom('\0', '\ud800', '\udc00', '\udc00\ud800') },
)

/** Short text of every kind, and text near the length limit. */
function textAround(most: number): fc.Arbitrary<string> {
  const short = fc.string({ unit: piece, maxLength: 6 })
  const long = fc
    .tuple(character, fc.constantFrom(most - 1, most, most, most + 1))
    .map(([unit, count]) => unit.repeat(count))
  return fc
    .tuple(space, fc.oneof({ weight: 3, arbitrary: short }, { weight: 1, arbitrary: long }), space)
    .map((parts) => parts.join(''))
}

const orNonsense = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 25, arbitrary: usual },
    { weight: 1, arbitrary: fc.constantFrom(null, '', 1, true, {}, [null]) },
  )

const knownName = fc.oneof(
  fc.constantFrom('a', 'A', ' a', 'é', 'e\u0301', 'held 0', 'held 1 '),
  fc.nat(20).map((number) => `n${number}`),
)
const label = fc.record(
  {
    name: orNonsense(fc.oneof({ weight: 3, arbitrary: knownName }, { weight: 1, arbitrary: textAround(50) })),
    color: fc.oneof(
      { weight: 25, arbitrary: fc.constantFrom('#000000', '#aB12ef', '#FF0000') },
      { weight: 1, arbitrary: fc.constantFrom('red', '#FFF', '#12345G', '#1234567') },
    ),
  },
  { requiredKeys: ['name'] },
)
const labels = fc.oneof(
  { weight: 8, arbitrary: fc.array(label, { maxLength: 5, size: 'max' }) },
  // Mostly the maximum, which soon fills the account.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(6), fc.constantFrom(19, 20, 20, 20, 21))
      .map(([group, count]) => Array.from({ length: count }, (_, index) => ({ name: `g${group} ${index}` }))),
  },
)
const change = fc
  .tuple(
    fc.record(
      {
        custom_name: orNonsense(textAround(64)),
        notes: orNonsense(textAround(2000)),
        labels: orNonsense(labels),
      },
      { requiredKeys: [] },
    ),
    fc.oneof(
      { weight: 25, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.constantFrom(['name'], ['__proto__'], ['toString']) },
    ),
  )
  .map(([fields, unknown]) =>
    Object.fromEntries([...Object.entries(fields), ...unknown.map((key) => [key, 'x'])]),
  )

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      phone: phoneName,
      change: fc.oneof({ weight: 25, arbitrary: change }, { weight: 1, arbitrary: fc.jsonValue() }),
      padTo: fc.constantFrom(0, 0, 0, 0, 65_536, 65_537),
    }),
  },
  { weight: 1, arbitrary: fc.record({ phone: phoneName, reachable: fc.boolean() }) },
)

describe('4.4 any edits', () => {
  async function items(service: TestService): Promise<[string, Item][]> {
    const { json } = await service.call('GET', '/devices')
    return (json as (Item & { public_id: string })[])
      .slice(0, 2)
      .map(({ public_id: id, custom_name, notes, labels: shown }) => [
        id,
        { custom_name, notes, labels: shown },
      ])
  }

  it('are atomic and idempotent, with one colour a label and at most 200 labels', async () => {
    const heldCounts = fc.constantFrom(0, 150, 195, 200)
    await assertHolds(
      fc.asyncProperty(heldCounts, fc.array(step, { maxLength: 14, size: 'max' }), async (count, steps) => {
        const held = Array.from({ length: count }, (_, index) => ({
          name: `held ${index}`,
          color: '#00FF00',
        }))
        const holders = Array.from({ length: count / 5 }, (_, index) => ({
          public_id: `dev_holder_${index}`,
          name: 'Holder',
          labels: held.slice(index * 5, index * 5 + 5),
        }))
        const config = { devices: phonesWith(holders), rates: GENEROUS_RATES }
        await withTestService(config, async (service) => {
          const account = new AccountModel(held)
          for (const { phone, ...rest } of steps) {
            if ('reachable' in rest) {
              if (rest.reachable) account.unreachable.delete(phone)
              else account.unreachable.add(phone)
              await service.handle(rest, phone)
              continue
            }
            const text = JSON.stringify(rest.change)
            const body = `${text.slice(0, -1).padEnd(rest.padTo - 1)}${text.slice(-1)}`
            const wanted = account.edit(phone, rest.change, Buffer.byteLength(body))
            for (const answer of [
              await service.call('PATCH', `/devices/${phone}`, { body }),
              await service.call('PATCH', `/devices/${phone}`, { body }),
            ]) {
              expect(outcome(answer)).toBe(wanted)
              if (wanted === '200') expect(answer.json).toMatchObject(account.items.get(phone) ?? {})
              expect(await items(service)).toEqual([...account.items])
            }
          }
        })
      }),
      70,
    )
  })
})

interface TicketModel {
  ticket: UploadTicket
  phone: string
  key: 'full' | 'second_key'
  maxBytes: number
  expiresAt: number
  used: boolean
}

const STEP_MS = 10_000
const ticketStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('mint' as const),
      phone: phoneName,
      key: fc.constantFrom<TicketModel['key']>('full', 'second_key'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('upload' as const),
      which: fc.nat(20),
      elsewhere: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
      over: fc.constantFrom(-5, 0, 0, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('advance' as const), steps: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('limits' as const),
      tickets: fc.record(
        {
          single_use: fc.boolean(),
          max_bytes: fc.constantFrom(0, 10, 2000),
          // Never a whole number of steps, because real time also passes and must not decide.
          ttl_s: fc.constantFrom(5, 15, 35),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('key' as const),
      key: fc.constantFrom<TicketModel['key']>('full', 'second_key'),
      state: fc.constantFrom('active', 'active', 'suspended', 'revoked', 'expired'),
    }),
  },
)

/** A model of tickets (spec 4.6 and 4.7). */
class TicketsModel {
  readonly rules = { single_use: false, max_bytes: 2000, ttl_s: 35 }
  readonly tickets: TicketModel[] = []
  readonly states = { full: 'active', second_key: 'active' }
  advanced = 0

  get now(): number {
    return performance.timeOrigin + performance.now() + this.advanced
  }

  /** The allowed answers. The spec does not rank a file that is too large and a used ticket. */
  upload(ticket: TicketModel | undefined, bytes: number, elsewhere: boolean): string[] {
    if (!ticket || elsewhere || this.now >= ticket.expiresAt) return ['401 unauthorized']
    if (this.states[ticket.key] !== 'active') return ['403 forbidden']
    const spent = this.rules.single_use && ticket.used
    const problems = [
      ...(bytes > ticket.maxBytes ? ['413 payload_too_large'] : []),
      ...(spent ? ['409 ticket_already_used'] : []),
    ]
    return problems.length > 0 ? problems : ['200']
  }
}

describe('4.6 and 4.7 any use of tickets', () => {
  const NO_TICKET: UploadTicket = { ticket: 'upl_none', upload_url: '', max_bytes: 0, expires_at: '' }
  const keyText = { full: KEYS.full, second_key: KEYS.other }

  async function mint(
    service: TestService,
    model: TicketsModel,
    phone: string,
    key: TicketModel['key'],
  ): Promise<void> {
    const answer = await service.call('POST', `/devices/${phone}/media/ticket`, { key: keyText[key] })
    expect(outcome(answer)).toBe(model.states[key] === 'active' ? '200' : '403 forbidden')
    if (answer.status !== 200) return
    const ticket = answer.json as UploadTicket
    const { max_bytes: maxBytes, ttl_s: ttl } = model.rules
    const expiresAt = model.now + ttl * 1000
    expect(ticket.max_bytes).toBe(maxBytes)
    expect(Math.abs(Date.parse(ticket.expires_at) - expiresAt)).toBeLessThan(2000)
    model.tickets.push({ ticket, phone, key, maxBytes, expiresAt, used: false })
  }

  it('is answered by the ticket’s key, age, size and rule', async () => {
    await assertHolds(
      fc.asyncProperty(fc.array(ticketStep, { maxLength: 40, size: 'max' }), async (steps) => {
        const model = new TicketsModel()
        const config = { tickets: model.rules, rates: GENEROUS_RATES }
        await withTestService(config, async (service) => {
          const arrived: Record<string, number[]> = { [PHONE]: [], [OTHER_PHONE]: [] }
          for (const order of steps) {
            if (order.do === 'mint') await mint(service, model, order.phone, order.key)
            else if (order.do === 'advance') {
              await service.advance(order.steps * STEP_MS)
              model.advanced += order.steps * STEP_MS
            } else if (order.do === 'limits') {
              await service.limit({ tickets: order.tickets })
              Object.assign(model.rules, order.tickets)
            } else if (order.do === 'key') {
              await service.keyState(order.key, order.state)
              model.states[order.key] = order.state
            } else {
              const ticket = model.tickets[order.which % (model.tickets.length + 1)]
              const own = ticket?.phone ?? PHONE
              const other = own === PHONE ? OTHER_PHONE : PHONE
              const phone = order.elsewhere ? other : own
              const bytes = Math.max(0, (ticket?.maxBytes ?? 10) + order.over)
              const wanted = model.upload(ticket, bytes, order.elsewhere)
              const url = `${service.addresses.base_url}/devices/${phone}/upload`
              const used = { ...NO_TICKET, ...ticket?.ticket, upload_url: url }
              const answer = await uploadBy(used, Buffer.alloc(bytes))
              expect(wanted).toContain(outcome(answer))
              if (!ticket || answer.status !== 200) continue
              ticket.used = true
              arrived[ticket.phone]?.push(bytes)
            }
          }
          for (const [phone, sizes] of Object.entries(arrived)) {
            expect((await service.events(phone)).map(({ bytes }) => bytes)).toEqual(sizes)
          }
        })
      }),
      80,
    )
  })
})
