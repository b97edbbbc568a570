import { basename, dirname } from 'node:path'
import { z } from 'zod'
import type { FlowCase } from '../../../../src-shared/features/flows-state'
import { FaultError } from '../../../../src-shared/protocol/fault'
import type { ReadFlows } from '../../flows/in-fleet/window-run'
import { LimitReached } from '../../flows/on-phone/step-failure'
import { checkFlows, type CheckedFlow } from '../../flows/reading/check'
import { fileBelow } from '../files'
import { file, phone } from './inputs'
import { assertFree, atTurn } from '../on-phone'
import { refusalOf, sayForProgram, ToolRefused, withoutFolders } from '../refusal'
import { markedText } from '../screen-text'
import { tool, type ToolCall } from '../tool'
import type { ToolFleet } from '../tool-fleet'

const mostPhones = 1000

export const runFlow = tool({
  title: 'Run a flow',
  about:
    'Runs a flow file on phones, and answers with a verdict for each: passed, failed, stopped or unrun, with the reason. The file must lie in the flows folder or in a folder that was allowed.',
  input: z
    .strictObject({
      file,
      phone: phone.optional(),
      phones: z.array(phone).min(1).max(mostPhones).optional(),
      env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string().max(100_000)).optional(),
    })
    .refine(
      ({ phone: one, phones }) => (one === undefined) !== (phones === undefined),
      'either phone or phones is needed',
    ),
  async run({ file: path, phone: one, phones, env = {} }, call) {
    const chosen = (phones ?? [one ?? '']).map((wanted) => call.phone(wanted))
    const unique = [...new Map(chosen.map((each) => [each.publicId, each])).values()]
    const read = await readerOf(path, call)
    const flows = await read()
    const publicIds = unique.map(({ publicId }) => publicId)
    const onActions = (count: number) => countActions(call, count)
    // Each action of the flow counts, not the call.
    const starting = { ...call, reserve: () => call.mayAct() }
    const ended = await atTurn(starting, unique, async (inTurn) => {
      for (const each of unique) await assertFree(inTurn, each)
      call.acts()
      return call.fleet.runFlows({ flows, read, publicIds, env, onActions }, inTurn.stop)
    }).catch((thrown: unknown) => refuseBusy(call, publicIds, thrown))
    const { results } = ended
    const cases = ended.cases.map(({ message, ...each }) => ({
      ...each,
      message: message === null ? null : withoutFolders(message, call.fleet.flowsFolder),
    }))
    const name = flows[0]?.flow.name ?? path
    const verdict = cases.every((each) => each.verdict === 'passed') ? 'passed' : 'failed'
    return {
      text: [
        `${name}: ${verdict}. Phones: ${unique.length}.`,
        ...cases.map(lineOf),
        ...(results === null ? [] : [`What it saved is in the folder of flows: ${results}`]),
      ].join('\n'),
      data: { flow: name, verdict, phones: cases.map(dataOf), results },
    }
  },
})

/** Counts actions that the flow is about to do. @throws LimitReached, which ends the run, when the grant has none left */
function countActions(call: ToolCall, count: number): void {
  try {
    for (let each = 0; each < count; each += 1) call.spend()
  } catch (thrown) {
    throw new LimitReached(refusalOf(thrown, call.stop).message)
  }
}

/** Names the phone that a job keeps for itself, among several. @throws ToolRefused, or what was thrown */
async function refuseBusy(
  { fleet }: ToolCall,
  publicIds: readonly string[],
  thrown: unknown,
): Promise<never> {
  if (!(thrown instanceof FaultError) || thrown.fault.kind !== 'job-pending' || publicIds.length === 1)
    throw thrown
  const open = fleet.fleet()
  const [busy] = await open.busyAmong([...publicIds])
  if (!busy) throw thrown
  const { publicId: id, job } = busy
  const name = open.nameOf(id)
  const fault = { kind: 'job-pending', job } as const
  throw new ToolRefused('job-pending', `${name} (${id}): ${sayForProgram(fault)}`, { phone: { id, name } })
}

/** Finds a file. @returns reads it, and throws FaultError `flow-unreadable` for one with mistakes @throws ToolRefused for one that is not allowed */
async function readerOf(path: string, { fleet, grant }: ToolCall): Promise<ReadFlows> {
  const found = await fileBelow([fleet.flowsFolder, ...grant.folders], path)
  return () => readFlows(found, fleet)
}

async function readFlows(found: string, fleet: Pick<ToolFleet, 'words'>): Promise<readonly CheckedFlow[]> {
  const options = { paths: [basename(found)], from: dirname(found), isBounded: true, words: fleet.words() }
  const { flows, problems } = await checkFlows(options)
  const [problem] = problems
  if (!problem && flows.length > 0) return flows
  const { line = 1, column = 1, file: inFile = basename(found) } = problem?.place ?? {}
  const detail = `${line}:${column}: ${problem?.message ?? 'there is no flow'}`
  throw new FaultError({ kind: 'flow-unreadable', file: inFile, detail })
}

const lineOf = ({ publicId, phone: name, flow, verdict, message }: FlowCase) => {
  const line = `${name} (${publicId}): ${flow}: ${verdict}`
  // A reason can hold what the screen showed.
  return message === null ? line : `${line}\n${markedText(publicId, [message])}`
}

const dataOf = ({ publicId: id, phone: name, flow, verdict, message }: FlowCase) => ({
  phone: { id, name },
  flow,
  verdict,
  message,
})
