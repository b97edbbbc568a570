import { join, resolve } from 'node:path'
import type { Grant } from '../../../src-shared/features/programs-state'
import { openAlone } from '../../core/agent/alone'
import { unlimited } from '../../core/agent/acted'
import { AgentSession } from '../../core/agent/agent-session'
import { UsageError } from '../../core/base/start-arguments'
import { statOf } from '../../core/flows/language/flow-files'
import { createPictures } from '../../core/pictures/pictures'
import { systemClock } from '../../core/time/clock'
import { fleetOptions, readArguments } from '../terminal/arguments'
import { appFolder, namesFleet } from '../app/attach'
import { chooseFleet, readWords, tellSilence, type FleetChoice } from '../fleet/fleet-access'
import type { ToolPort } from './mcp-server'
import { serveTools } from './serve-tools'
import { attached } from './mcp-attached'
import { exits, type Terminal } from '../terminal/terminal'

/** What a program alone may do. */
type Rights = Pick<Grant, 'readOnly' | 'folders' | 'mayInterrupt'>

/** `fleetwall mcp`: gives a program tools for phones, by the Model Context Protocol on standard input and output. */
export async function mcp(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    'read-only': { type: 'boolean' },
    'may-interrupt': { type: 'boolean' },
    folder: { type: 'string', multiple: true },
    grant: { type: 'string' },
    'grant-token-file': { type: 'string' },
  })
  if (positionals.length > 0) throw new UsageError(`mcp takes no ${positionals[0] ?? ''}`)
  const { fleet, simulated, alone: isAlone, grant, 'grant-token-file': tokenFile } = values
  if (fleet === undefined && simulated === undefined && isAlone !== true && !namesFleet(terminal)) {
    const ofGrant = (['read-only', 'may-interrupt', 'folder'] as const).find(
      (name) => values[name] !== undefined,
    )
    if (ofGrant !== undefined)
      throw new UsageError(`the grant says what the program may do: leave --${ofGrant} out`)
    return attached({ grant, tokenFile, app: values }, terminal)
  }
  if (grant !== undefined || tokenFile !== undefined)
    throw new UsageError('--grant is for the running Fleetwall: leave it out, or name no fleet')
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
  pictures.warmUp()
  try {
    const flowsFolder = join(appFolder(choice['user-data-dir'], terminal), 'flows')
    const options = { access: chosen.access, words, clock: systemClock, random: Math.random }
    const fleet = await tellSilence(chosen.access, terminal, openAlone({ ...options, pictures, flowsFolder }))
    try {
      let name = 'mcp'
      const none = { phones: 'all', tools: null, actionsPerHour: null, until: null }
      const session = new AgentSession({
        open: () => Promise.resolve(fleet),
        grant: () => ({ ...none, ...rights, name }),
        name: () => name,
        acted: unlimited,
        note: fleet.note,
      })
      await serveTools(portOf(session), terminal, (given) => (name = given))
      return exits.passed
    } finally {
      fleet.close()
    }
  } finally {
    pictures.close()
    chosen.close()
  }
}

const portOf = (session: AgentSession): ToolPort => ({
  tools: () => Promise.resolve(session.tools()),
  call: (...call) => session.call(...call),
  resources: (stop) => session.resources(stop),
  read: (...read) => session.read(...read),
})
