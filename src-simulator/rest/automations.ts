import { z } from 'zod'
import vocabulary from '../../resources/vocabulary.json'
import { automationKind } from '../api/answers'
import { readJson } from '../http/body'
import { Problem, validate } from '../http/problem'
import type { Reply } from '../http/reply'
import { json } from '../http/reply'
import type { KeyedCall, PhoneCall } from './call'

const MOST_BODY_BYTES = 65_536

const names = vocabulary.automationLaunch
const account = z.string().optional()

/** The spec does not show it: the names are the vocabulary's, and what else it holds is let be. */
export const launchBody = z.looseObject({ [names.kind]: automationKind, [names.account]: account })

/** POST /devices/{id}/automations (spec 4.12). */
export async function launchAutomation({ world, phone, request }: PhoneCall): Promise<Reply> {
  world.rates.take('automation_launch_device', phone.publicId)
  world.rates.take('automation_launch_account', 'account')
  const body: Record<string, unknown> = validate(
    launchBody,
    await readJson(request, MOST_BODY_BYTES, 400),
    400,
  )
  const asked = automationKind.parse(body[names.kind])
  const at = account.parse(body[names.account])
  return world.usage.charge('actions', () => json(world.jobs.show(world.jobs.launch(phone, asked, at)), 202))
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
