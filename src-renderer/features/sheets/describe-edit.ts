import type { DeviceEdit } from '../../../src-shared/features/device-edit'
import { messages } from '../../text/messages'
import { commaList } from '../../text/numbers'

/** Says what an edit changes on one phone. @param unused the labels that no phone has */
export function describeEdit(edit: DeviceEdit, unused: ReadonlySet<string>): string {
  const { csv: words, edit: said } = messages
  const added = (edit.addLabels ?? []).map(({ name }) =>
    unused.has(name) ? `+ ${name} (${said.unusedLabel})` : `+ ${name}`,
  )
  const removed = (edit.removeLabels ?? []).map((label) => `− ${label}`)
  return commaList([
    ...(edit.customName === undefined ? [] : [edit.customName ?? words.noName]),
    ...added,
    ...removed,
    ...(edit.labelOrder ? [said.inOrder({ names: edit.labelOrder })] : []),
    ...(edit.notes === undefined
      ? []
      : [edit.notes === null ? words.noNotes : words.notes({ notes: edit.notes })]),
  ])
}
