import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGrants } from '../../src-main/core/door/grants/grants'
import { systemClock } from '../../src-main/core/time/clock'
import { connectToApp, type AppConnection } from '../../src-main/shell-cli/app/app-connection'
import type { ToolResult } from '../../src-main/core/agent/agent-session'
import { openOurs, type Contender } from './contender'
import type { Peer } from './peer/start'
import type { SuiteContext } from './suite'

const grant = {
  ...{ name: 'bench', phones: 'all', readOnly: false, tools: null, actionsPerHour: null },
  ...{ until: null, folders: [], mayInterrupt: false },
}

/** The app with an open door, and a program with a grant for everything. */
export interface AppWithProgram {
  app: Contender
  /** Calls a tool. @throws Error with why it refuses */
  call(tool: string, given: Readonly<Record<string, unknown>>): Promise<ToolResult>
  close(): Promise<void>
}

/** Starts the built app with a program at its door, before the service lists its phones. */
export async function openWithProgram(context: SuiteContext, peer: Peer): Promise<AppWithProgram> {
  const userData = await mkdtemp(join(tmpdir(), 'fleetwall-bench-'))
  const report = ({ path }: { path: string }) => {
    throw new Error(`${path} can’t be used`)
  }
  const grants = openGrants({ clock: systemClock, path: join(userData, 'grants.json'), report })
  const token = grants.give(grant)
  const app = await openOurs(context, peer, { FLEETWALL_DOOR: '1' }, userData)
  let door: AppConnection | null = null
  const close = async () => {
    door?.close()
    await app.close()
    await rm(userData, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const opened = await connectToApp(userData)
    if (!opened) throw new Error('the door is closed')
    door = opened
    await opened.call('grant.use', { name: grant.name, token }).answer
    // As a client of the protocol does first.
    await opened.call('tools.list', {}).answer
    return {
      app,
      async call(tool, given) {
        const result = (await opened.call('tools.call', { tool, arguments: given }).answer) as ToolResult
        if (result.isError) throw new Error(`${tool} refuses: ${JSON.stringify(result.structuredContent)}`)
        return result
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
