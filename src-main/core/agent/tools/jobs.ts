import { z } from 'zod'
import { automationKinds } from '../../../../src-shared/protocol/automation-kind'
import type { AutomationJob } from '../../../../src-shared/protocol/automation'
import { phone } from './inputs'
import { assertFree, atTurn, headOf } from '../on-phone'
import { ToolRefused } from '../refusal'
import { markedText } from '../screen-text'
import { named, tool, type ToolCall } from '../tool'
import type { FlowPhone } from '../../flows/on-phone/flow-phone'

const value = z.union([z.string().max(10_000), z.number(), z.boolean()])

export const jobs = tool({
  title: 'Jobs',
  about:
    'Launches an automation job of the service on the phone (launch, which keeps the phone for itself until it ends), lists the phone’s jobs (list), or returns one with its result (result).',
  input: z
    .strictObject({
      phone,
      do: z.enum(['launch', 'list', 'result']),
      kind: z.enum(automationKinds).optional().describe('For launch.'),
      account: z.string().min(1).max(200).optional().describe('For launch, where the phone has several.'),
      fields: z
        .record(z.string().min(1).max(200), value)
        .optional()
        .describe('For launch: further fields of the kind.'),
      job: z.string().min(1).max(200).optional().describe('For result: the job’s id.'),
    })
    .refine(
      ({ do: what, kind }) => (what === 'launch') === (kind !== undefined),
      'kind belongs to launch, which needs it',
    )
    .refine(
      ({ do: what, job }) => (what === 'result') === (job !== undefined),
      'job belongs to result, which needs it',
    ),
  async run({ phone: wanted, do: what, kind, account, fields, job: id }, call) {
    const one = call.phone(wanted)
    if (kind !== undefined) {
      const launch = { kind, ...(account === undefined ? {} : { account }), ...(fields ? { fields } : {}) }
      await atTurn(call, [one], async (inTurn) => {
        await assertFree(inTurn, one)
        call.acts()
        await one.launch(launch, inTurn.stop)
      })
    } else await call.fleet.fleet().readJobs(one.publicId)
    const known = jobsOf(call, one)
    if (what !== 'result') {
      const shown = kind === undefined ? known : known.slice(0, 1)
      const head = kind === undefined ? `jobs: ${known.length}` : `launched ${kind}`
      const lines = shown.map((job) => `${job.id}: ${job.kind ?? 'job'} ${job.status}`)
      return {
        text: [`${headOf(call, one)}: ${head}.`, ...lines].join('\n'),
        data: { phone: named(call, one), jobs: shown.map(dataOf) },
      }
    }
    const job = known.find((each) => each.id === id)
    if (!job) throw new ToolRefused('job_not_found', `The phone has no job ${id}.`)
    return {
      // A result can hold what a screen showed.
      text: `${headOf(call, one)}: ${job.kind ?? 'job'} ${job.status}.\n${markedText(one.publicId, [JSON.stringify(job.result)])}`,
      data: { phone: named(call, one), job: dataOf(job) },
    }
  },
})

const jobsOf = ({ fleet }: ToolCall, { publicId }: FlowPhone): readonly AutomationJob[] =>
  fleet.fleet().jobs.find((each) => each.publicId === publicId)?.jobs ?? []

const dataOf = ({ id, kind, status, result, createdAt }: AutomationJob) => ({
  id,
  kind,
  status,
  result,
  created_at: createdAt,
})
