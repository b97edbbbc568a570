import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { withoutDirections } from '../../../src-shared/protocol/directions'
import { version } from './version'

/** What a person asks to see at the start, or by a link: never more than to look. */
export interface StartRequest {
  /** The name of a fleet, or its host and port. */
  fleet: string | null
  /** The id of a phone. */
  phone: string | null
  /** The name of a saved view. */
  view: string | null
  /** A link that says nothing of these, to be named in the window: who clicked it sees no terminal. */
  wrongLink?: string
}

export interface StartArguments extends StartRequest {
  /** Absolute; null for the system's own folder. */
  userDataDir: string | null
  /** The wall fills its display, without the system's bars. */
  kiosk: boolean
  /** Default settings and an empty view, for this run. */
  safe: boolean
  /** Programs of the user may connect, for this run. */
  door: boolean
  devtools: boolean
  /** What is printed instead of a start, for `--help` and `--version`; null to start. */
  prints: string | null
  /** The file to write diagnostics to, absolute; null to start. */
  diagnostics: string | null
}

/** The commands for a terminal, which need no window (`shell-cli`). */
export const commandWords = [
  'test',
  'check',
  'phones',
  'screenshot',
  'push',
  'tap',
  'type',
  'key',
  'open',
  'home',
  'act',
  'call',
  'events',
  'grant',
  'grants',
  'simulator',
  'mcp',
] as const
export type Command = (typeof commandWords)[number]
export const isCommand = (word: string): word is Command => commandWords.some((known) => known === word)

export const usage = `Usage: fleetwall [options] [fleetwall://fleet/NAME/phone/ID]
       fleetwall diagnostics FILE.zip
       fleetwall ${commandWords.join('|')} …

  --fleet=NAME         opens this fleet, by its name or its host:port
  --phone ID           shows this phone large
  --view NAME          shows the phones of this saved view
  --kiosk              fills the display
  --safe               starts with default settings and an empty view, and keeps no changes of them
  --door               lets your programs and agents connect, for this run
  --user-data-dir DIR  keeps settings in this folder
  --                   before an address or a HOST:PORT on Windows: fleetwall -- open https://…
  --devtools           opens the developer tools; not in an installed program
  --version            prints the version
  --help               prints this; fleetwall test --help and so on say more
`

/** An argument that Fleetwall does not know; its message is for standard error. */
export class UsageError extends Error {}

const mostCharacters = 500
const mostNamed = 100
// Chromium's own, which concern display, sandbox and debugging alone.
const ofChromium =
  /^--(no-sandbox|disable-setuid-sandbox|disable-dev-shm-usage|disable-gpu(-[a-z-]+)?|in-process-gpu|use-(gl|angle)|lang|ozone-platform(-hint)?|(enable|disable)-features|force-[a-z-]+|high-dpi-support|password-store|js-flags|enable-logging|log-(level|file)|vmodule|v|gtk-version|class|inspect(-brk)?|remote-debugging-(port|pipe|address))(=|$)/

// These weaken the pages' walls, run code, or write a file.
const refused =
  /^--(js-flags|(enable|disable)-features|enable-logging|log-file|vmodule|inspect(-brk)?|remote-debugging-(port|pipe|address))(=|$)/

/**
 * Finds a command for a terminal in the command line, with its arguments; null when there is none.
 * @param args as `startArguments` takes them
 */
export function terminalCommand(args: readonly string[], ownFolder: string | null = null): string[] | null {
  const own = (arg: string, at: number) =>
    ofChromium.test(arg) ||
    // On Windows, Electron ends a program with an address among its arguments, unless they stand after --.
    (arg === '--' && args.slice(0, at).every((other) => ofChromium.test(other))) ||
    (ownFolder !== null && resolve(arg) === resolve(ownFolder))
  const from = args.findIndex((arg, at) => !own(arg, at))
  const [command = ''] = from < 0 ? [] : args.slice(from)
  return isCommand(command) ? args.slice(from) : null
}

/**
 * Reads the command line.
 * @param args without the program's name
 * @param ownFolder the folder of the program's code, which Electron takes as an argument
 * @throws UsageError
 */
export function startArguments(args: readonly string[], ownFolder: string | null = null): StartArguments {
  const given = args.filter((arg) => !ofChromium.test(arg))
  const { values, positionals } = parsed(given)
  const asked: StartRequest = {
    fleet: values.fleet ?? null,
    phone: values.phone ?? null,
    view: values.view ?? null,
  }
  const own = positionals.filter((each) => ownFolder === null || resolve(each) !== resolve(ownFolder))
  // As at a terminal: `fleetwall app` is the window.
  const words = own[0] === 'app' ? own.slice(1) : own
  const [command, file] = words
  if (command === 'diagnostics' && words.length !== 2)
    throw new UsageError('diagnostics takes one file to write')
  const isDiagnostics = command === 'diagnostics' && file !== undefined
  const isHelp = command === 'help'
  const links = isDiagnostics || isHelp ? [] : words
  if (links.length > 1) throw new UsageError(`There is more than one link: ${links.join(' ')}`)
  const [link] = links
  const { 'user-data-dir': folder, kiosk = false, safe = false, door = false, devtools = false } = values
  return {
    ...(link === undefined ? checked(asked) : requestOfLink(link)),
    userDataDir: folder === undefined ? null : resolve(folder),
    kiosk,
    safe,
    door,
    devtools,
    prints: printedFor({ ...values, help: values.help || isHelp }),
    diagnostics: isDiagnostics ? resolve(file) : null,
  }
}

/** Names the first option of Chromium's that a shipped program refuses; null: none is given. @param args without the program's name */
export function refusedOption(args: readonly string[]): string | null {
  // Chromium reads its switches behind other arguments, too, up to this sign.
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  return options.find((arg) => refused.test(arg))?.split('=')[0] ?? null
}

/** Names the first option that only a start of its own can follow; null: none is given. */
export function ownStartOption({ safe, kiosk, door, devtools }: StartArguments): string | null {
  return (
    (safe && '--safe') || (kiosk && '--kiosk') || (door && '--door') || (devtools && '--devtools') || null
  )
}

/** Whether the command line asks for what is done at a terminal alone. @param args as `startArguments` takes them */
export function needsNoWindow(args: readonly string[], ownFolder: string | null = null): boolean {
  if (terminalCommand(args, ownFolder)) return true
  try {
    const { diagnostics, prints } = startArguments(args, ownFolder)
    return prints !== null || diagnostics !== null
  } catch {
    return true
  }
}

/** Finds the first link among arguments that may hold anything, as those of a second start. Null: there is none. */
export function requestIn(args: readonly string[], ownFolder: string | null = null): StartRequest | null {
  const link = args.find(isLink)
  if (link !== undefined) return requestOfLink(link)
  try {
    const { fleet, phone, view } = startArguments(args, ownFolder)
    return fleet === null && phone === null && view === null ? null : { fleet, phone, view }
  } catch {
    return null
  }
}

/** Reads `fleetwall://fleet/NAME/phone/ID`, whose second half may be left out. @throws UsageError for what is no link */
export function requestOfLink(link: string): StartRequest {
  // Cut between signs: half of one is no text.
  const named = withoutDirections([...link.slice(0, 2 * mostNamed)].slice(0, mostNamed).join('')).replace(
    /\p{Cc}/gu,
    ' ',
  )
  if (!isLink(link)) throw new UsageError(`Not a link or an option of Fleetwall: ${named}`)
  const [, fleet = '', phone] = /^fleetwall:\/\/fleet\/([^/?#]+)(?:\/phone\/([^/?#]+))?\/?$/i.exec(link) ?? []
  try {
    return checked({
      fleet: decodeURIComponent(fleet),
      phone: phone === undefined ? null : decodeURIComponent(phone),
      view: null,
    })
  } catch {
    return { fleet: null, phone: null, view: null, wrongLink: named }
  }
}

const isLink = (arg: string) => /^fleetwall:/i.test(arg)

function printedFor({ help, version: asked }: { help?: boolean; version?: boolean }): string | null {
  if (help) return usage
  return asked ? `${version}\n` : null
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        fleet: { type: 'string' },
        phone: { type: 'string' },
        view: { type: 'string' },
        kiosk: { type: 'boolean' },
        safe: { type: 'boolean' },
        door: { type: 'boolean' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
        devtools: { type: 'boolean' },
        'user-data-dir': { type: 'string' },
      },
    })
  } catch (error) {
    // Node adds advice about positional arguments, of which there are none here.
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError(message.replace(/\. To specify .*/s, ''))
  }
}

function checked({ fleet, phone, view }: StartRequest): StartRequest {
  return { fleet: nameIn('fleet', fleet), phone: nameIn('phone', phone), view: nameIn('view', view) }
}

function nameIn(option: string, given: string | null): string | null {
  if (given === null) return null
  const name = withoutDirections(given)
  if (name === '' || name.length > mostCharacters || /\p{Cc}/u.test(name))
    throw new UsageError(`--${option} takes a name: 1 to ${mostCharacters} characters in one line`)
  return name
}
