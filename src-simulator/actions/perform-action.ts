import { Problem } from '../http/problem'
import type { ActionResult } from '../api/answers'
import type { Clock } from '../world/clock'
import type { Phone } from '../world/phone'
import type { Action } from './action-schema'
import type { Point } from './gestures'
import { stroke, tap } from './gestures'

function pointsOf(action: Action): Point[] {
  if (action.type === 'path') return action.points
  if (action.type === 'swipe' || action.type === 'drag') {
    return [
      { x: action.x1, y: action.y1 },
      { x: action.x2, y: action.y2 },
    ]
  }
  return 'x' in action ? [{ x: action.x, y: action.y }] : []
}

function refuse(detail: string): never {
  throw new Problem('command_rejected', detail)
}

function assertKnown(known: boolean, what: string): void {
  if (!known) refuse(`The device does not know this ${what}`)
}

async function carryOut(action: Action, phone: Phone, clock: Clock): Promise<ActionResult['result']> {
  const { handset } = phone
  switch (action.type) {
    case 'tap':
      await tap(handset, clock, action)
      return {}
    case 'double_tap':
      await tap(handset, clock, action)
      await clock.sleep(action.gap_ms)
      await tap(handset, clock, action)
      return {}
    case 'long_press':
      await tap(handset, clock, action, action.hold_ms)
      return {}
    case 'swipe':
    case 'drag':
    case 'path':
      await stroke(handset, clock, pointsOf(action), action.duration_ms)
      return {}
    case 'scroll':
      handset.scroll(action.x, action.y, action.dy)
      return {}
    case 'text':
      await handset.text(action.text)
      return {}
    case 'key':
      assertKnown(await handset.key(action.key), 'key')
      return {}
    case 'press':
      if (action.name !== undefined) assertKnown(await handset.press({ name: action.name }), 'preset')
      else if (action.modifiers && action.key !== undefined) {
        assertKnown(await handset.press({ modifiers: action.modifiers, key: action.key }), 'chord')
      }
      return {}
    case 'open_url':
      if (!/^https?:$/.test(new URL(action.url).protocol)) refuse('No app of the device opens this URL')
      handset.openUrl(action.url)
      return {}
    case 'open_app': {
      const { target, username } = action
      assertKnown(await handset.openApp({ target, ...(username !== undefined && { username }) }), 'app')
      return {}
    }
    case 'clipboard_set':
      handset.setClipboard(action.text)
      return {}
    case 'clipboard_get':
      return { clipboard: await handset.clipboard() }
    case 'airplane':
      handset.setAirplane(action.on)
      return {}
    case 'device_ip':
      return { ip: phone.record.ip }
    case 'recalibrate':
      return {}
  }
}

/**
 * Has a phone carry out an action, after all that was asked of it before.
 * @returns what goes under `result` (spec 4.5)
 * @throws Problem `command_rejected` when the phone refuses
 */
export function performAction(action: Action, phone: Phone, clock: Clock): Promise<ActionResult['result']> {
  return phone.inTurn(async () => {
    phone.assertAccepts()
    if (pointsOf(action).some(({ x, y }) => !phone.shows(x, y))) refuse('The point is not on the screen')
    const result = await carryOut(action, phone, clock)
    const { type, ...fields } = action
    phone.events.add(type, fields)
    return result
  })
}
