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
    return parseArgs({
      args,
      options: { port: { type: 'string' }, devices: { type: 'string' }, config: { type: 'string' } },
    }).values
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ConfigError((message.split('\n')[0] ?? '').split('. ')[0] ?? message)
  }
}

/**
 * Reads `--port`, `--devices` and `--config FILE.json`; a flag wins over the file.
 * @throws ConfigError for anything unknown or out of range
 */
export function readFlags(args: string[]): { port: number; config: Config } {
  const flags = parse(args)
  const config = parseConfig(flags.config === undefined ? {} : readJson(flags.config))
  if (flags.devices !== undefined) config.devices = wholeNumber('devices', flags.devices, MOST_DEVICES)
  return { port: flags.port === undefined ? 0 : wholeNumber('port', flags.port, 65_535), config }
}
