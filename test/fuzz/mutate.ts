/** A source of randomness that a seed repeats (mulberry32). @returns numbers in [0, 1) */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Random = () => number

export const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** JSON texts that readers meet rarely. */
const odd = [
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '9007199254740993',
  '0.5',
  '""',
  '"\\ud800"',
  '"\\u0000\\u202e<img src=x onerror=alert(1)>"',
  '"__proto__"',
  '[]',
  '{}',
  '{"__proto__":{"x":1},"constructor":null}',
  deep(40),
  deep(30_000),
  JSON.stringify('a'.repeat(100_000)),
  JSON.stringify('http://'.repeat(10_000)),
  JSON.stringify(Array(20_000).fill(0)),
]

/** Changes parts of a JSON value, or cuts and damages its text. */
export function mutateJson(random: Random, value: unknown): string {
  // A mark that only the replacement of a part can hold.
  const marks: string[] = []
  const change = (part: unknown): unknown => {
    const roll = random()
    if (roll < 0.12) {
      marks.push(pick(random, odd))
      return `@@${marks.length - 1}@@`
    }
    if (Array.isArray(part)) {
      const changed = part.map(change)
      return roll < 0.2 ? [...changed, ...changed] : roll < 0.25 ? changed.slice(1) : changed
    }
    if (typeof part !== 'object' || part === null) return part
    const entries = Object.entries(part).flatMap(([key, inner]): [string, unknown][] => {
      const each = random()
      if (each < 0.05) return []
      return [[each < 0.1 ? `${key}x` : key, change(inner)]]
    })
    return Object.fromEntries(entries)
  }
  const text = JSON.stringify(change(value)).replaceAll(
    /"@@(\d+)@@"/g,
    (_, at: string) => marks[Number(at)] ?? 'null',
  )
  return random() < 0.8 ? text : mutateBytes(random, Buffer.from(text)).toString('utf8')
}

/** Flips, inserts, repeats, and cuts bytes. */
export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  const at = () => Math.floor(random() * bytes.byteLength)
  const changed = Buffer.from(bytes)
  for (let times = 1 + Math.floor(random() * 6); times > 0; times--) {
    if (changed.byteLength > 0) changed[at() % changed.byteLength] = Math.floor(random() * 256)
  }
  const roll = random()
  if (roll < 0.3) return changed.subarray(0, at())
  if (roll < 0.4) return Buffer.concat([changed, changed.subarray(at())])
  return changed
}
