import {
  grantHourMs,
  isForLooking,
  type Grant,
  type ProgramTool,
} from '../../../src-shared/features/programs-state'
import type { Device } from '../../../src-shared/protocol/device'
import { isSelected } from '../../../src-shared/protocol/phone-selector'
import { ToolRefused } from './refusal'

/** Whether the grant has the tool at all: what it lacks is not listed. */
export function hasTool({ tools, readOnly }: Pick<Grant, 'tools' | 'readOnly'>, tool: ProgramTool): boolean {
  if (tools !== null && !tools.includes(tool)) return false
  return !readOnly || isForLooking(tool)
}

/** What a call wants to do. */
export interface Wanted {
  tool: ProgramTool
  /** Whether this call changes something. */
  isActing: boolean
  /** In ms since the epoch. */
  now: number
  /** When the grant's calls of the last hour acted, in ms since the epoch. */
  acted: readonly number[]
}

/** Returns why a grant does not allow a call, whatever phone it is about; null when it does. */
export function refusalOfCall(grant: Grant, { tool, isActing, now, acted }: Wanted): ToolRefused | null {
  const { name, until, actionsPerHour } = grant
  if (until !== null && now >= until) return new ToolRefused('grant-ended', `The grant ${name} has ended.`)
  if (!hasTool(grant, tool))
    return new ToolRefused('not-granted', `The grant ${name} does not allow ${tool}.`)
  if (isActing && grant.readOnly)
    return new ToolRefused('read-only', `The grant ${name} only allows to look at phones.`)
  if (!isActing || actionsPerHour === null) return null
  if (acted.length < actionsPerHour) return null
  const nextMs = Math.min(...acted.slice(-Math.max(1, actionsPerHour))) + grantHourMs - now
  const wait = actionsPerHour === 0 ? '' : ` The next is possible in ${Math.ceil(nextMs / 60_000)} min.`
  return new ToolRefused(
    'actions-used-up',
    `The grant ${name} allows ${actionsPerHour} actions an hour.${wait}`,
  )
}

/** Whether a grant is for this phone. */
export const allowsPhone = ({ phones }: Pick<Grant, 'phones'>, device: Device): boolean =>
  isSelected(phones, device)
