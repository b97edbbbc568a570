// The core at a terminal: `fleetwall test|check|phones|…`. `commandLine` runs one command and gives its exit code.
import { FaultError } from '../../src-shared/protocol/fault'
import { isCommand, UsageError } from '../core/base/start-arguments'
import { sayFault } from '../core/flows/on-phone/say-fault'
import { version } from '../core/base/version'
import { helpFor, helpForAll } from './help'
import { exits, type Terminal } from './terminal/terminal'
import { act } from './phones/act-command'
import { attaches, runInApp } from './app/attach'
import { call } from './app/call-command'
import { check } from './flows/check-command'
import { FlawedSheet } from './fleet/data-sheet'
import { events } from './app/events-command'
import { grant, grants } from './app/grant-command'
import { phones } from './phones/phones-command'
import { push } from './phones/push-command'
import { screenshot } from './phones/screenshot-command'
import { simulator } from './simulator-command'
import { test } from './flows/test-command'
import { touch } from './phones/touch-command'

/** Loaded when it is called: other commands need nothing of the protocol. */
const mcp: typeof act = async (...given) => (await import('./mcp/mcp-command')).mcp(...given)

const commands = {
  test,
  check,
  phones,
  screenshot,
  push,
  tap: touch,
  type: touch,
  key: touch,
  open: touch,
  home: touch,
  act,
  call,
  events,
  grant,
  grants,
  simulator,
  mcp,
}

/** Commands whose fault can’t have changed a phone. */
const reads: ReadonlySet<unknown> = new Set([
  test,
  check,
  phones,
  screenshot,
  call,
  events,
  grant,
  grants,
  simulator,
  mcp,
])

/** Runs a command. @param args without the program's name. @returns the exit code */
export async function commandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [command = '', ...rest] = args
  if (command === '--help' || command === 'help') {
    terminal.print(helpForAll)
    return exits.passed
  }
  if (command === '--version') {
    terminal.print(version)
    return exits.passed
  }
  if (!isCommand(command)) {
    terminal.complain(command === '' ? 'name a command' : `there is no command ${command.slice(0, 60)}`)
    for (const line of `\n${helpForAll}`.split('\n')) terminal.complain(line, false)
    return exits.usage
  }
  if (rest.includes('--help')) {
    terminal.print(helpFor(command))
    return exits.passed
  }
  try {
    if (terminal.running && !attaches(command)) throw new UsageError(`the app runs no ${command}`)
    return (await runInApp(command, rest, terminal)) ?? (await commands[command](rest, terminal, command))
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      terminal.complain(thrown.message)
      const isOfOptions = !(thrown instanceof FlawedSheet)
      if (isOfOptions) terminal.complain(`Type fleetwall ${command} --help for its options.`, false)
      return exits.usage
    }
    if (thrown instanceof FaultError) {
      terminal.complain(sayFault(thrown.fault, reads.has(commands[command])))
      return exits.unreachable
    }
    throw thrown
  }
}
