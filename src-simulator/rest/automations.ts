import { z } from 'zod'
import vocabulary from '../../resources/vocabulary.json'
import { AUTOMATION_KINDS } from '../automations/results'
import { readJson } from '../http/body'
import { invalidBody, Problem, validate } from '../http/problem'
import type { Reply } from '../http/reply'
import { json } from '../http/reply'
import type { KeyedCall, PhoneCall } from './call'

const MOST_BODY_BYTES = 65_536

/** The launch body is not shown by the spec: its kind has the vocabulary's name, and what else it holds is let be. */
const launchBody = z.record(z.string(), z.unknown())
const kind = z.enum(AUTOMATION_KINDS)
const account = z.string().optional()

/** POST /devices/{id}/automations (spec 4.12). */
export async function launchAutomation({ world, phone, request }: PhoneCall): Promise<Reply> {
  world.rates.take('automation_launch_device', phone.publicId)
  world.rates.take('automation_launch_account', 'account')
  const body = validate(launchBody, await readJson(request, MOST_BODY_BYTES, 400), 400)
  const name = vocabulary.automationLaunch.kind
  const asked = kind.safeParse(body[name])
  if (!asked.success) {
    const msg = `One of ${AUTOMATION_KINDS.join(', ')} is required`
    throw invalidBody(400, [{ type: 'value_error', loc: ['body', name], msg }])
  }
  const at = validate(account, body['account'], 400)
  return world.usage.charge('actions', () =>
    json(world.jobs.show(world.jobs.launch(phone, asked.data, at)), 202),
  )
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
