import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { FaultError, faultOf } from '../../../src-shared/protocol/fault'
import type { ListedTool, ToolResult } from '../../core/agent/agent-session'
import { refusalOf, ToolRefused, type Refusal } from '../../core/agent/refusal'
import type { Resource, ResourceContents } from '../../core/agent/resources'
import { UsageError } from '../../core/base/start-arguments'
import type { AppConnection } from '../app/app-connection'
import { appOrThrow } from '../app/call-command'
import type { FleetChoice } from '../fleet/fleet-access'
import type { ToolPort } from './mcp-server'
import { serveTools } from './serve-tools'
import { exits, type Terminal } from '../terminal/terminal'

const mostTokenBytes = 1000

/** Which grant a program has, and of which app. */
export interface GrantChoice {
  grant: string | undefined
  tokenFile: string | undefined
  app: Pick<FleetChoice, 'user-data-dir'>
}

/** Gives a program the tools of its grant, on the fleet of the running app. @throws UsageError, FaultError */
export async function attached(choice: GrantChoice, terminal: Terminal): Promise<number> {
  const app = await appOrThrow(choice.app, terminal)
  try {
    const { grant: name } = choice
    if (name === undefined)
      throw new UsageError('name the grant of the program: --grant NAME. fleetwall grant NAME makes one')
    await app.call('grant.use', { name, token: tokenOf(choice, terminal) }).answer
    const gone = new AbortController()
    app.onClose((why) => gone.abort(new FaultError(why)))
    await serveTools(portOf(app), terminal, undefined, gone.signal)
    if (!gone.signal.aborted) return exits.passed
    const { fault } = gone.signal.reason as FaultError
    if (fault.kind !== 'cancelled') throw new FaultError(fault)
    terminal.complain('Fleetwall was closed, or has stopped all programs.')
    return exits.unreachable
  } finally {
    app.close()
  }
}

/** @throws UsageError */
function tokenOf({ tokenFile }: GrantChoice, { environment, folder }: Terminal): string {
  const token = environment['FLEETWALL_GRANT_TOKEN'] ?? ''
  // No process that is started from here needs it.
  delete environment['FLEETWALL_GRANT_TOKEN']
  if (tokenFile === undefined) {
    if (token !== '') return token
    throw new UsageError('give the grant’s token: FLEETWALL_GRANT_TOKEN, or --grant-token-file FILE')
  }
  try {
    return readFileSync(resolve(folder, tokenFile)).subarray(0, mostTokenBytes).toString('utf8').trim()
  } catch {
    throw new UsageError(`${tokenFile} can’t be read`)
  }
}

/** Forwards what a program asks for to the app. */
function portOf(app: AppConnection): ToolPort {
  const ask = async <Answer>(command: string, params: unknown, stop?: AbortSignal): Promise<Answer> => {
    const { id, answer } = app.call(command, params)
    const cancel = () => app.tell('tools.cancel', { call: id })
    stop?.addEventListener('abort', cancel, { once: true })
    try {
      // The app is this user's, and of the same version as this program.
      return (await answer) as Answer
    } finally {
      stop?.removeEventListener('abort', cancel)
    }
  }
  const unlessRefused = <Answer extends object>(answer: Answer | { refused: Refusal }): Answer => {
    if ('refused' in answer) throw new ToolRefused(answer.refused.code, answer.refused.message)
    return answer
  }
  const saying = async <Answer>(stop: AbortSignal, work: Promise<Answer>): Promise<Answer> => {
    try {
      return await work
    } catch (thrown) {
      if (!(thrown instanceof FaultError)) throw thrown
      const { code, message } = refusalOf(thrown, stop)
      throw new ToolRefused(code, message)
    }
  }

  return {
    tools: async () => {
      const { tools } = await saying(
        new AbortController().signal,
        ask<{ tools: ListedTool[] }>('tools.list', {}),
      )
      return tools
    },
    async call(tool, given = {}, stop) {
      try {
        return await ask<ToolResult>('tools.call', { tool, arguments: given }, stop)
      } catch (thrown) {
        const { code, message } = refusalOf(new FaultError(faultOf(thrown)), stop)
        const text = `${code}: ${message}`
        return { content: [{ type: 'text', text }], structuredContent: { code, message }, isError: true }
      }
    },
    async resources(stop) {
      const answer = ask<{ resources: Resource[] } | { refused: Refusal }>('resources.list', {}, stop)
      return unlessRefused(await saying(stop, answer)).resources
    },
    async read(uri, stop) {
      const answer = ask<{ contents: ResourceContents } | { refused: Refusal }>(
        'resources.read',
        { uri },
        stop,
      )
      return unlessRefused(await saying(stop, answer)).contents
    },
  }
}
