import { z } from 'zod'
import type { Action } from '../../../../src-shared/protocol/action'
import { appTargets, needsUsername } from '../../../../src-shared/protocol/app-target'
import { answerOfChange, changing } from './changes'
import { phone } from './inputs'
import { actingOn } from '../on-phone'
import { tool } from '../tool'

const web = /^https?:\/\//i

export const open = tool({
  title: 'Open an address or an app',
  about:
    'Opens an address (http or https) or an app’s screen. Waits until the screen is still, at most 3 s, and returns what changed.',
  input: z
    .strictObject({
      phone,
      address: z.url('is no address').max(4000).regex(web, 'begins with http:// or https://').optional(),
      app: z.enum(appTargets).optional(),
      username: z.string().min(1).max(200).optional().describe('The bot, for messenger.'),
    })
    .refine(
      ({ address, app }) => (address === undefined) !== (app === undefined),
      'either address or app is needed',
    )
    .refine(
      ({ app, username }) => (username !== undefined) === (app !== undefined && needsUsername(app)),
      'username belongs to the app messenger, which needs it',
    ),
  async run({ phone: wanted, address, app, username }, call) {
    const action: Action =
      app === undefined
        ? { type: 'open_url', url: address ?? '' }
        : { type: 'open_app', target: app, ...(username === undefined ? {} : { username }) }
    return actingOn(call, call.phone(wanted), async (at) => {
      const change = await changing(call, at, ({ hands }) => hands.act(action))
      return answerOfChange(call, at, `opened ${app ?? address}`, change)
    })
  },
})
