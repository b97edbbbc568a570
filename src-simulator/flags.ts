import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Config } from './config'
import { ConfigError, MOST_DEVICES, parseConfig } from './config'

function wholeNumber(flag: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most) {
    throw new ConfigError(`--${flag} takes a whole number from 0 to ${most}, not "${text}"`)
  }
  return value
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(`cannot read the config file ${file}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError(`${file} is not JSON`)
  }
}

function parse(args: string[]) {
  try {
    const { values, tokens } = parseArgs({
      args,
      tokens: true,
      options: {
        port: { type: 'string' },
        devices: { type: 'string' },
        config: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    const twice = names.find((name, at) => names.indexOf(name) !== at)
    if (twice !== undefined) throw new ConfigError(`--${twice} is there twice`)
    return values
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ConfigError((message.split('\n')[0] ?? '').split('. ')[0] ?? message)
  }
}

/** What `--help` prints. */
export const usage = `Usage: npm run simulator -- [options]

  --port N            listens on this port of 127.0.0.1; 0 for a free one
  --devices N         simulates this many phones
  --config FILE.json  reads phones, limits and faults from this file; an option wins over it
  --help              prints this
`

/**
 * Reads `--port`, `--devices` and `--config FILE.json`; a flag wins over the file.
 * @returns null to print `usage`
 * @throws ConfigError for anything unknown, out of range or given twice
 */
export function readFlags(args: string[]): { port: number; config: Config } | null {
  const flags = parse(args)
  if (flags.help) return null
  const config = parseConfig(flags.config === undefined ? {} : readJson(flags.config))
  if (flags.devices !== undefined) config.devices = wholeNumber('devices', flags.devices, MOST_DEVICES)
  return { port: flags.port === undefined ? 0 : wholeNumber('port', flags.port, 65_535), config }
}
