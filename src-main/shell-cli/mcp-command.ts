import { join, resolve } from 'node:path'
import type { Grant } from '../../src-shared/features/programs-state'
import { openAlone } from '../core/agent/alone'
import { AgentSession } from '../core/agent/agent-session'
import { UsageError } from '../core/base/start-arguments'
import { statOf } from '../core/flows/language/flow-files'
import { createPictures } from '../core/pictures/pictures'
import { systemClock } from '../core/time/clock'
import { fleetOptions, readArguments } from './arguments'
import { appFolder } from './attach'
import { chooseFleet, readWords, tellSilence, type FleetChoice } from './fleet-access'
import { serveMcp, type ToolPort } from './mcp-server'
import { exits, type Terminal } from './terminal'

/** What a program alone may do. */
type Rights = Pick<Grant, 'readOnly' | 'folders' | 'mayInterrupt'>

/** `fleetwall mcp`: gives a program tools for phones, by the Model Context Protocol on standard input and output. */
export async function mcp(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    'read-only': { type: 'boolean' },
    'may-interrupt': { type: 'boolean' },
    folder: { type: 'string', multiple: true },
  })
  if (positionals.length > 0) throw new UsageError(`mcp takes no ${positionals[0] ?? ''}`)
  const folders = (values.folder ?? []).map((folder) => resolve(terminal.folder, folder))
  const missing = folders.find((folder) => statOf(folder)?.isDirectory() !== true)
  if (missing !== undefined) throw new UsageError(`${missing} is no folder`)
  const rights = {
    folders,
    readOnly: values['read-only'] === true,
    mayInterrupt: values['may-interrupt'] === true,
  }
  return alone(values, rights, terminal)
}

/** Opens the fleet in this process. Who started it holds the key, so no grant is needed. */
async function alone(choice: FleetChoice, rights: Rights, terminal: Terminal): Promise<number> {
  const words = await readWords(choice, terminal)
  const chosen = await chooseFleet(choice, terminal)
  const pictures = createPictures({ clock: systemClock, start: terminal.startPictures })
  try {
    const flowsFolder = join(appFolder(choice['user-data-dir'], terminal), 'flows')
    const options = { access: chosen.access, words, clock: systemClock, random: Math.random }
    const fleet = await tellSilence(chosen.access, terminal, openAlone({ ...options, pictures, flowsFolder }))
    try {
      let name = 'mcp'
      const none = { phones: 'all', tools: null, actionsPerHour: null, until: null }
      const session = new AgentSession(fleet, () => ({ ...none, ...rights, name }))
      await serve(portOf(session), terminal, (given) => (name = given))
      return exits.passed
    } finally {
      await fleet.close()
    }
  } finally {
    pictures.close()
    chosen.close()
  }
}

const portOf = (session: AgentSession): ToolPort => ({
  tools: () => Promise.resolve(session.tools()),
  call: (...call) => session.call(...call),
  resources: () => Promise.resolve().then(() => session.resources()),
  read: (...read) => session.read(...read),
})

/** Serves until the client has gone, or the user or the system stops the program. */
async function serve(port: ToolPort, terminal: Terminal, onClient: (name: string) => void): Promise<void> {
  const { stdin: input, stdout: output } = process
  const server = serveMcp({ port, input, output, onClient, onError: (message) => terminal.complain(message) })
  const stopping = new AbortController()
  const off = terminal.onStop(() => stopping.abort())
  const stopped = new Promise<void>((resolve) =>
    stopping.signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  try {
    await Promise.race([server.ended, stopped])
  } finally {
    off()
    // Calls under way end.
    await server.close()
  }
}
