import { readAction } from '../actions/action-schema'
import { performAction } from '../actions/perform-action'
import { readJson } from '../http/body'
import type { Reply } from '../http/reply'
import { json } from '../http/reply'
import type { ActionResult } from '../api/answers'
import type { PhoneCall } from './call'

const MOST_BODY_BYTES = 1024 * 1024

/** POST /devices/{public_id}/actions (spec 4.5). */
export async function postAction({ world, phone, request }: PhoneCall): Promise<Reply> {
  const action = readAction(await readJson(request, MOST_BODY_BYTES, 400))
  phone.assertNotBlocked()
  const { usage } = world
  const result = await usage.during(phone.publicId, () =>
    usage.charge('actions', async () => {
      await world.reach(phone)
      return performAction(action, phone, world.clock)
    }),
  )
  return json({ result } satisfies ActionResult)
}
