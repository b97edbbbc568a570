import pino, { type Logger } from 'pino'

export type Log = Logger

// Each takes time in proportion to the text: the first begins only at the start of a word.
const secrets: readonly [RegExp, string][] = [
  [/(?<![\w.~-])[\w.~-]*_live_[^\s"'\\&]+/g, '[key]'],
  [/([?&]token=)[^&\s"']+/g, '$1[token]'],
  [/(Bearer\s+)[^\s"']+/gi, '$1[token]'],
]

const secretFields = ['apiKey', 'ticket', 'token', 'authorization']

/** The keys of this run: a key may have any shape. */
const keys = new Set<string>()

/** Makes `scrub` remove this key from now on, unless it is so short that other words contain it. */
export function keepSecret(key: string): void {
  if (key.length >= 8) keys.add(key)
}

/** Removes the keys of this run and everything that looks like a credential from a line. */
export function scrub(line: string): string {
  const known = [...keys].reduce((text, key) => text.replaceAll(key, '[key]'), line)
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), known)
}

/**
 * Creates the process's logger, with one child a room. Each line is scrubbed before it is written.
 * @param level as `FLEETWALL_LOG`; another word counts as `warn`
 * @param keep also takes lines of `info` and above that `level` leaves out
 */
export function createLog(
  write: (line: string) => void,
  level: string,
  keep: ((line: string) => void) | null = null,
): Log {
  const scrubbed = (to: (line: string) => void) => ({ write: (line: string) => to(scrub(line)) })
  const shown = level === 'silent' || level in pino.levels.values ? level : 'warn'
  const kept = ['trace', 'debug'].includes(shown) ? shown : 'info'
  const outputs = keep ? [{ level: kept, stream: scrubbed(keep) }] : []
  return pino(
    {
      level: keep ? kept : shown,
      base: null,
      redact: secretFields.flatMap((field) => [field, `*.${field}`]),
    },
    pino.multistream<string>([{ level: shown, stream: scrubbed(write) }, ...outputs]),
  )
}
