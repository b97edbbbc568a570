import { basename } from 'node:path'
import { z } from 'zod'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { fileBelow } from '../files'
import { file, phone } from './inputs'
import { assertFree, atTurn, headOf } from '../on-phone'
import { named, tool } from '../tool'

export const upload = tool({
  title: 'Upload a file',
  about:
    'Uploads a file of this computer to the phone. The file must lie in a folder that was allowed; without one, nothing can be uploaded.',
  input: z.strictObject({ phone, file }),
  async run({ phone: wanted, file: path }, call) {
    const one = call.phone(wanted)
    const found = await fileBelow(call.grant.folders, path)
    const { usage } = call.fleet.fleet().usage
    if (usage && usage.uploads.remaining <= 0)
      throw new FaultError({ kind: 'budget-used-up', budget: 'uploads', resetsAt: usage.resets_at })
    await atTurn(call, [one], async (inTurn) => {
      await assertFree(inTurn, one)
      call.acts()
      await one.upload(found, inTurn.stop)
    })
    const name = basename(found)
    return {
      text: `${headOf(call, one)}: ${name} is on the phone.`,
      data: { phone: named(call, one), file: name },
    }
  },
})
