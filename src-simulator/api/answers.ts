import { z } from 'zod'
import vocabulary from '../../resources/vocabulary.json'
import { COLOR } from '../world/colour'

/** What the service answers, as spec section 2 has it: the handlers' types, and the OpenAPI document, come from here. */

const count = z.number().int().nonnegative()
const instant = z.iso.datetime({ offset: true })

const label = z.object({ name: z.string(), color: z.string().regex(COLOR) }).meta({ id: 'Label' })
export type Label = z.infer<typeof label>

const item = z.object({
  public_id: z.string(),
  name: z.string(),
  custom_name: z.string().nullable(),
  notes: z.string().nullable(),
  labels: z.array(label),
  dashboard_id: z.number().int(),
  dashboard_url: z.url(),
})
export const deviceItem = item.meta({ id: 'Device' })
export type DeviceItem = z.infer<typeof deviceItem>

const size = z.object({ width: count, height: count }).meta({ id: 'Size' })
export const deviceDetail = item.extend({ screen: size, snapshot: size }).meta({ id: 'DeviceDetail' })
export type DeviceDetail = z.infer<typeof deviceDetail>

const budget = z.object({ used: count, budget: count, remaining: count }).meta({ id: 'Budget' })
export const usage = z
  .object({
    active_minutes: budget,
    actions: budget,
    snapshots: budget,
    uploads: budget,
    max_active_devices: count,
    resets_at: instant,
  })
  .meta({ id: 'Usage' })
export type UsageReport = z.infer<typeof usage>

export const actionResult = z
  .object({
    result: z.union([z.object({}), z.object({ clipboard: z.string() }), z.object({ ip: z.ipv4() })]),
  })
  .meta({ id: 'ActionResult' })
export type ActionResult = z.infer<typeof actionResult>

export const uploadTicket = z
  .object({ upload_url: z.url(), ticket: z.string(), max_bytes: count, expires_at: instant })
  .meta({ id: 'UploadTicket' })
export type UploadTicket = z.infer<typeof uploadTicket>

const receiptNames = vocabulary.uploadReceipt
export const uploadReceipt = z
  .object({
    [receiptNames.name]: z.string(),
    [receiptNames.bytes]: count,
    [receiptNames.sha256]: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'UploadReceipt', description: 'What arrived.' })

export const automationKind = z.enum(['warm_up', 'account_status', 'list_accounts'])
export type AutomationKind = z.infer<typeof automationKind>

/** The states of a job (spec section 3). */
export const jobStatus = z.enum(['queued', 'dispatched', 'completed', 'failed', 'needs_review', 'expired'])
export type JobStatus = z.infer<typeof jobStatus>

/** What a flag of `account_status` may be (spec section 2). */
export const flagState = z.enum(['green', 'warning', 'unknown'])
const flags = z.object(Object.fromEntries(vocabulary.accountFlags.map((name) => [name, flagState])))

/** What a completed automation found, a shape for each kind; a counter can be null (spec section 2). */
const jobResult = z.union([
  z.object({ session_seconds: count, viewed: count.nullable(), liked: count.nullable() }),
  z.object({ account_state: flags, notices: count.nullable() }),
  z.object({ accounts: z.array(z.string()), count }),
])
export type JobResult = z.infer<typeof jobResult>

const jobNames = vocabulary.automationJob
export const job = z
  .looseObject({
    [jobNames.id]: z.string(),
    [jobNames.kind]: automationKind,
    [jobNames.status]: jobStatus,
    [jobNames.result]: jobResult.nullable(),
    [jobNames.device]: z.string(),
    [jobNames.createdAt]: instant,
  })
  .meta({ id: 'AutomationJob' })

const bodyError = z
  .object({
    type: z.string(),
    loc: z.array(z.union([z.string(), z.int().nonnegative()])).min(1),
    msg: z.string(),
  })
  .meta({ id: 'BodyError', description: 'One thing wrong with a body; loc starts with body.' })

/** A problem document (spec section 7). */
export const problem = z
  .object({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    errors: z.array(bodyError).min(1).optional(),
  })
  .meta({ id: 'Problem' })
