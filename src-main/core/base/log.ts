import pino, { type Logger } from 'pino'

export type Log = Logger

const secrets: readonly [RegExp, string][] = [
  [/[\w.~-]*_live_[^\s"'\\&]+/g, '[key]'],
  [/([?&]token=)[^&\s"']+/g, '$1[token]'],
  [/(Bearer\s+)[^\s"']+/gi, '$1[token]'],
]

const secretFields = ['apiKey', 'ticket', 'token', 'authorization']

/** Removes everything that looks like a credential from a line. */
export function scrub(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
}

/** Creates the process's logger, with one child a room. Each line is scrubbed before it is written. */
export function createLog(write: (line: string) => void, level: string): Log {
  return pino(
    { level, base: null, redact: secretFields.flatMap((field) => [field, `*.${field}`]) },
    { write: (line) => write(scrub(line)) },
  )
}
