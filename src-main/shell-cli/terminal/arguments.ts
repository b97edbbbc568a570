import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from '../../core/base/start-arguments'

type Options = NonNullable<ParseArgsConfig['options']>

/** The options that name a fleet. */
export const fleetOptions = {
  fleet: { type: 'string' },
  simulated: { type: 'string' },
  alone: { type: 'boolean' },
  'user-data-dir': { type: 'string' },
} as const satisfies Options

const simulatedByDefault = '12'
const mostSimulated = 1000

/** Reads a command's arguments. @throws UsageError */
export function readArguments<Given extends Options>(args: readonly string[], options: Given) {
  const read = () => {
    const { tokens } = parseArgs({ args: withNumber(args), allowPositionals: true, tokens: true, options })
    const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []))
    const twice = names.find((name, at) => options[name]?.multiple !== true && names.indexOf(name) < at)
    // The first would be dropped in silence.
    if (twice !== undefined) throw new Error(`--${twice} is there twice`)
    return parseArgs({ args: withNumber(args), allowPositionals: true, options })
  }
  try {
    return read()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError((message.split('. ')[0] ?? message).split('\n')[0] ?? message)
  }
}

/** The number after `--simulated` may be left out. */
function withNumber(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.flatMap((arg, at) => {
    const isOption = end < 0 || at < end
    if (isOption && arg === '--simulated')
      return /^\d+$/.test(args[at + 1] ?? '') ? [] : [`${arg}=${simulatedByDefault}`]
    if (isOption && args[at - 1] === '--simulated' && /^\d+$/.test(arg)) return [`--simulated=${arg}`]
    return [arg]
  })
}

/** Reads a whole number. @throws UsageError */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least = 0,
  most = 1_000_000_000,
): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (!/^\d{1,12}$/.test(text) || value < least || value > most)
    throw new UsageError(
      `--${option} takes a whole number from ${least} to ${most}, not ${text.slice(0, 40)}`,
    )
  return value
}

/** Reads `--simulated`. @throws UsageError */
export const simulatedPhones = (text: string | undefined): number | null =>
  wholeNumber('simulated', text, 1, mostSimulated)

/** Splits a list at its commas. */
export const listOf = (texts: readonly string[] | undefined): string[] =>
  (texts ?? [])
    .flatMap((text) => text.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
