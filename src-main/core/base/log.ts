import pino, { type Logger } from 'pino'

export type Log = Logger

const secrets: readonly [RegExp, string][] = [
  [/[\w.~-]*_live_[^\s"'\\&]+/g, '[key]'],
  [/([?&]token=)[^&\s"']+/g, '$1[token]'],
  [/(Bearer\s+)[^\s"']+/gi, '$1[token]'],
]

const secretFields = ['apiKey', 'ticket', 'token', 'authorization']

/** Takes everything that looks like a credential out of a line, whatever object it came in. */
export function scrub(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
}

/** One logger for the process, one child a room. Each line is scrubbed on its way out. */
export function createLog(write: (line: string) => void, level: string): Log {
  return pino(
    { level, base: null, redact: secretFields.flatMap((field) => [field, `*.${field}`]) },
    { write: (line) => write(scrub(line)) },
  )
}
