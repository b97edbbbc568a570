import type { Fault } from '../../../src-shared/protocol/fault'
import type { EditDraft } from '../../rules/phone-edit'

type Problem = Extract<Fault, { kind: 'problem' }>

/** What the service found wrong with a saved draft, by its fields (spec 7, `errors`). */
export interface RefusedEdit {
  draft: EditDraft
  name: string | null
  notes: string | null
  /** What is wrong with the labels as a whole. */
  labels: string | null
  /** What is wrong with one label, by its name. */
  byLabel: ReadonlyMap<string, string>
  /** What no field of the form stands for. */
  rest: readonly Problem[]
}

type Reason = NonNullable<Problem['fields']>[number]

/** The field of the form that a reason stands beside; null for none. */
function refusedField({ path, label }: Reason): 'name' | 'notes' | 'labels' | 'label' | null {
  if (label !== undefined) return 'label'
  const [, field] = /^body\.(custom_name|notes|labels)(?:\.|$)/.exec(path) ?? []
  if (field === 'custom_name') return 'name'
  return field === 'notes' || field === 'labels' ? field : null
}

/** Returns whether the service refused what an edit says (422), or the new name for now. */
export const isRefusedEdit = (fault: Fault | null): fault is Problem =>
  fault?.kind === 'problem' && (fault.status === 422 || fault.code === 'rename_unavailable')

/** Sorts the refusals of a draft by field; each message stands once, though many phones were refused for it. */
export function refusedEdit(draft: EditDraft, faults: readonly Problem[]): RefusedEdit {
  const said = { name: new Set<string>(), notes: new Set<string>(), labels: new Set<string>() }
  const byLabel = new Map<string, string>()
  const rest: Problem[] = []
  for (const fault of faults) {
    const others: Reason[] = []
    for (const reason of fault.fields ?? []) {
      const field = refusedField(reason)
      if (field === null) others.push(reason)
      else if (field !== 'label') said[field].add(reason.message)
      else if (reason.label !== undefined && !byLabel.has(reason.label))
        byLabel.set(reason.label, reason.message)
    }
    if (others.length > 0 || (fault.fields ?? []).length === 0) rest.push({ ...fault, fields: others })
  }
  const textOf = (messages: ReadonlySet<string>) => (messages.size > 0 ? [...messages].join('\n') : null)
  return {
    draft,
    name: textOf(said.name),
    notes: textOf(said.notes),
    labels: textOf(said.labels),
    byLabel,
    rest,
  }
}

/** Returns what still holds of a refusal: a field that was changed since is no longer refused. */
export function stillRefused(refused: RefusedEdit, now: EditDraft): Omit<RefusedEdit, 'draft'> {
  const { draft } = refused
  const colorOf = ({ added }: EditDraft, name: string) => added.find((label) => label.name === name)?.color
  const isSame = (...parts: (keyof EditDraft)[]) => parts.every((part) => draft[part] === now[part])
  const areLabelsSame = isSame('added', 'removed', 'order')
  return {
    name: isSame('name') ? refused.name : null,
    notes: isSame('notes') ? refused.notes : null,
    labels: areLabelsSame ? refused.labels : null,
    byLabel: new Map([...refused.byLabel].filter(([name]) => colorOf(draft, name) === colorOf(now, name))),
    rest: isSame('name', 'notes') && areLabelsSame ? refused.rest : [],
  }
}
