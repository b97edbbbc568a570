import { z } from 'zod'
import { actionAnswerSchema, type Action } from '../../../src-shared/protocol/action'
import {
  jobSchema,
  knownEnds,
  launchBody,
  pendingStates,
  type AutomationJob,
  type AutomationLaunch,
  type AutomationNames,
} from '../../../src-shared/protocol/automation'
import {
  deviceDetailSchema,
  deviceSchema,
  type Device,
  type DeviceDetail,
} from '../../../src-shared/protocol/device'
import { devicePatchSchema, type DevicePatch } from '../../../src-shared/protocol/device-patch'
import { endpoints } from '../../../src-shared/protocol/endpoints'
import { FaultError } from '../../../src-shared/protocol/fault'
import { wrongLaunchField } from '../../../src-shared/protocol/launch-field'
import { uploadTicketSchema, type UploadTicket } from '../../../src-shared/protocol/upload-ticket'
import { usageSchema, type Usage } from '../../../src-shared/protocol/usage'
import { isBounded } from '../../../src-shared/protocol/bounded'
import { asJpeg, asJson, asList, inside, type Listed } from './answer-body'
import type { CallOptions, ReadOptions, HttpClient } from './http-client'

/**
 * The REST endpoints of the service (spec 4), except the upload itself. All throw FaultError. Only reads are retried
 * (`fault-policy`); other requests may have been carried out.
 */
export interface DeviceApi {
  /** Spec 4.1, scope read. Leaves out unreadable phones, those after the first 5000, and those after 1000 labels. */
  devices(options?: ReadOptions): Promise<Listed<Device>>
  /** Spec 4.2, scope read. Reaches the phone, so it interrupts a job (spec 3). */
  device(publicId: string, options?: ReadOptions): Promise<DeviceDetail>
  /** Reads the screen as a JPEG (spec 4.3, scope read). Counts as a snapshot and interrupts a job. */
  snapshot(publicId: string, options?: ReadOptions): Promise<Buffer>
  /**
   * Spec 4.4, scope manage. @returns the saved device
   * @throws FaultError `invalid-edit`, unsent, when the service would refuse it
   */
  edit(publicId: string, patch: DevicePatch, options?: CallOptions): Promise<Device>
  /** Spec 4.5, scope control. Counts as an action and interrupts a job. */
  act(publicId: string, action: Action, options?: CallOptions): Promise<{ result: Record<string, unknown> }>
  /** Spec 4.6, scope upload. */
  mintTicket(publicId: string, options?: CallOptions): Promise<UploadTicket>
  /** Spec 4.9, scope read. */
  usage(options?: ReadOptions): Promise<Usage>
}

const mostPhones = 5000
// Of each phone: all of them are kept for all phones.
const mostKeptJobs = 100
// Of all phones. The service allows an account 200.
const mostLabels = 1000

const device = asJson(deviceSchema)
const devices = asList(
  z.unknown().refine(isBounded, 'too large').pipe(deviceSchema),
  ({ public_id }) => public_id,
  (values) => values.slice(0, mostPhones),
)
const detail = asJson(deviceDetailSchema)
const ticket = asJson(uploadTicketSchema)
const usage = asJson(usageSchema)

export function createDeviceApi({ ask }: Pick<HttpClient, 'ask'>): DeviceApi {
  return {
    devices: async (options) =>
      withFewLabels(await ask({ method: 'GET', path: endpoints.devices(), ...options }, devices)),
    device: (publicId, options) =>
      ask({ method: 'GET', path: endpoints.device(publicId), ...options }, detail),
    snapshot: (publicId, options) =>
      ask({ method: 'GET', path: endpoints.snapshot(publicId), ...options }, asJpeg),
    async edit(publicId, patch, options) {
      const body = checkedPatch(patch)
      try {
        return await ask({ method: 'PATCH', path: endpoints.device(publicId), body, ...options }, device)
      } catch (thrown) {
        throw thrown instanceof FaultError ? withLabelNames(thrown, body) : thrown
      }
    },
    act: (publicId, action, options) =>
      ask(
        { method: 'POST', path: endpoints.actions(publicId), body: action, ...options },
        asJson(actionAnswerSchema(action.type)),
      ),
    mintTicket: (publicId, options) =>
      ask({ method: 'POST', path: endpoints.uploadTicket(publicId), ...options }, ticket),
    usage: (options) => ask({ method: 'GET', path: endpoints.usage(), ...options }, usage),
  }
}

/** Leaves out the phones whose labels would be too many names for an account. */
function withFewLabels({ entries, leftOut }: Listed<Device>): Listed<Device> {
  const names = new Set<string>()
  const kept = entries.filter(({ labels }) => {
    const more = new Set(labels.map(({ name }) => name).filter((name) => !names.has(name)))
    if (names.size + more.size > mostLabels) return false
    for (const name of more) names.add(name)
    return true
  })
  return { entries: kept, leftOut: leftOut + entries.length - kept.length }
}

/** Names the labels that an edit was refused for: a path has only their place in the body (spec 7). */
function withLabelNames(refusal: FaultError, { labels = [] }: DevicePatch): FaultError {
  const { fault } = refusal
  if (fault.kind !== 'problem' || !fault.fields) return refusal
  const fields = fault.fields.map((field) => {
    const [, at] = /^body\.labels\.(\d+)(?:\.|$)/.exec(field.path) ?? []
    const label = at === undefined ? undefined : labels[Number(at)]
    return label ? { ...field, label: label.name } : field
  })
  return new FaultError({ ...fault, fields })
}

/** Returns the body to send. @throws FaultError `invalid-edit` when the service would refuse it (spec 4.4) */
export function checkedPatch(patch: DevicePatch): DevicePatch {
  const checked = devicePatchSchema.safeParse(patch)
  if (checked.success) return checked.data
  const fields = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new FaultError({ kind: 'invalid-edit', fields })
}

/** The automation endpoints (spec 4.12), whose field names come from the vocabulary. All throw FaultError. */
export interface AutomationApi {
  /**
   * Scope automations. Not idempotent: after an unclear answer the phone's jobs decide.
   * @returns the queued job
   * @throws FaultError `launch-field`, unsent, for a field that the vocabulary does not have or that does not take its value
   */
  launch(publicId: string, launch: AutomationLaunch, options?: CallOptions): Promise<AutomationJob>
  /** Scope read; does not reach the phone. */
  job(jobId: string, options?: ReadOptions): Promise<AutomationJob>
  /**
   * Lists a device's jobs in the service's order: those that have not ended and the newest others, 100 in all, without
   * unreadable ones. Scope read; does not reach the phone.
   */
  jobsOf(publicId: string, options?: ReadOptions): Promise<AutomationJob[]>
}

/** @param names the service's field names */
export function createAutomationApi({ ask }: Pick<HttpClient, 'ask'>, names: AutomationNames): AutomationApi {
  const schema = jobSchema(names)
  const job = asJson(schema)
  const jobs = asList(
    schema,
    ({ id }) => id,
    (values) => keptJobs(values, names),
  )

  return {
    async launch(publicId, launch, options) {
      const { kind, fields = {} } = launch
      const wrong = wrongLaunchField(names.automationLaunch.more?.[kind] ?? {}, fields)
      if (wrong) throw new FaultError({ kind: 'launch-field', ...wrong })
      const body = launchBody(names, launch)
      return ask({ method: 'POST', path: endpoints.automations(publicId), body, ...options }, job)
    },
    job: (jobId, options) => ask({ method: 'GET', path: endpoints.job(jobId), ...options }, job),
    async jobsOf(publicId, options) {
      const path = endpoints.automations(publicId)
      return (await ask({ method: 'GET', path, ...options }, jobs)).entries
    },
  }
}

/**
 * Returns the jobs to keep of a phone, in the service's order. `pendingJobs` finds one among them when it finds one among
 * all: unknown states without a date count, and one with the newest date.
 */
function keptJobs(jobs: readonly unknown[], names: AutomationNames): readonly unknown[] {
  const ends = knownEnds(names)
  const rankOf = (job: unknown): number => {
    const state = inside(job, names.automationJob.status)
    if (typeof state !== 'string') return -Number.MAX_VALUE
    const createdAt = inside(job, names.automationJob.createdAt)
    const date = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN
    if (pendingStates.includes(state)) return Number.MAX_VALUE
    if (ends.includes(state)) return date || 0
    // Before those that have ended at the same time.
    return Number.isNaN(date) ? Number.MAX_SAFE_INTEGER : date + 0.5
  }
  return jobs
    .map((job, at) => ({ job, at, rank: rankOf(job) }))
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, mostKeptJobs)
    .toSorted((one, other) => one.at - other.at)
    .map(({ job }) => job)
}
