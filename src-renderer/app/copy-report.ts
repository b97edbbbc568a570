import type { Fault } from '../../src-shared/protocol/fault'
import { longestDetail, longestStack, withoutFolders } from '../../src-shared/bridge/defect'
import { useConnection } from '../stores/connection'
import { messages } from '../text/messages'
import { copyText } from '../commands/copy-text'

/** Copies a report of a bug in Fleetwall: version, system, message and stack. @returns as `copyText` */
export function copyReport({ detail, stack = '' }: Extract<Fault, { kind: 'internal' }>): Promise<boolean> {
  const { version, platform } = useConnection()
  const lines = [
    `Fleetwall ${version}, ${platform}`,
    navigator.userAgent,
    withoutFolders(detail, longestDetail),
    withoutFolders(stack, longestStack),
    messages.report.log,
  ]
  return copyText(lines.filter((line) => line !== '').join('\n'))
}
