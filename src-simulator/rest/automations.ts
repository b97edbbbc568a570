import { z } from 'zod'
import vocabulary from '../../resources/vocabulary.json'
import { automationKind } from '../api/answers'
import type { Launch } from '../automations/job-book'
import { readJson } from '../http/body'
import { Problem, validate } from '../http/problem'
import type { Reply } from '../http/reply'
import { json } from '../http/reply'
import type { KeyedCall, PhoneCall } from './call'

const MOST_BODY_BYTES = 65_536

const names = vocabulary.automationLaunch
const LENGTH = 'duration_s'
const account = z.string().optional()
const length = z.number().positive().optional()

/** The spec does not show it: the names are the vocabulary's, and the job's record repeats what else it holds. */
export const launchBody = z.looseObject({
  [names.kind]: automationKind,
  [names.account]: account,
  [LENGTH]: length.meta({ description: 'The length of a warm_up in seconds' }),
})

/** @throws Problem `invalid_action` */
export function readLaunch(json: unknown): Launch {
  const body: Record<string, unknown> = validate(launchBody, json, 400)
  const { [names.kind]: kind, [names.account]: at, ...more } = body
  return {
    kind: automationKind.parse(kind),
    account: account.parse(at),
    seconds: length.parse(more[LENGTH]),
    more,
  }
}

/** POST /devices/{id}/automations (spec 4.12). */
export async function launchAutomation({ world, phone, request }: PhoneCall): Promise<Reply> {
  world.rates.take('automation_launch_device', phone.publicId)
  world.rates.take('automation_launch_account', 'account')
  const launch = readLaunch(await readJson(request, MOST_BODY_BYTES, 400))
  return world.usage.charge('actions', () => json(world.jobs.show(world.jobs.launch(phone, launch)), 202))
}

/** GET /automations/{job_id} (spec 4.12). */
export function getAutomation({ world, parameters }: KeyedCall): Reply {
  world.rates.take('automation_reads', 'account')
  const job = world.jobs.find(parameters['job_id'] ?? '')
  if (!job) throw new Problem('job_not_found', 'There is no such automation job')
  return json(world.jobs.show(job))
}

/** GET /devices/{id}/automations (spec 4.12), newest first. */
export function listAutomations({ world, phone }: PhoneCall): Reply {
  world.rates.take('automation_reads', 'account')
  return json(world.jobs.of(phone.publicId).map((job) => world.jobs.show(job)))
}
