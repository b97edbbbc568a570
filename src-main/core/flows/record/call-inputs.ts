import type { CallName, CallParams } from '../../../../src-shared/bridge/contract'
import type { DeviceEdit } from '../../../../src-shared/features/device-edit'
import type { Action } from '../../../../src-shared/protocol/action'
import type { AutomationLaunch } from '../../../../src-shared/protocol/automation'
import type { Command, RecordedInput } from '../language/recorded-input'
import { inputOfAction, type ActionWords } from './action-input'
import { ofSheet } from './of-sheet'

/** A page's call that succeeded. */
export interface DoneCall {
  command: CallName
  params: unknown
}

const step = (command: Command): RecordedInput => ({ kind: 'command', command })
const comment = (about: string): RecordedInput => ({ kind: 'unplayable', about })

const secretDeeds: Partial<Record<Action['type'], string>> = {
  text: 'A secret text was typed; it is not kept. Use inputText with ${NAME}.',
  clipboard_set: 'A secret text was put on the clipboard; it is not kept. Use setClipboard with ${NAME}.',
  open_url: 'A secret address was opened; it is not kept. Use openLink with ${NAME}.',
}

/** What a recording has before a call. */
export interface BeforeCall {
  /** How many screenshots, this one too. */
  shots: number
  /** Whether a video is under way. */
  isFilmed: () => boolean
}

/**
 * Returns what a call did on a phone, as a flow does it; nothing for calls that do nothing on it, and for actions of phones that
 * are no sheet's, which are recorded by their coordinates and words.
 */
export function inputsOfCall(
  { command, params }: DoneCall,
  publicId: string,
  { shots, isFilmed }: BeforeCall,
  words: ActionWords,
): RecordedInput[] {
  const isOf = ({ publicIds }: { publicIds: readonly string[] }) => publicIds.includes(publicId)
  switch (command) {
    case 'devices.edit': {
      const call = params as CallParams<'devices.edit'>
      return isOf(call) ? inputsOfEdit(call.edit) : []
    }
    case 'devices.editEach': {
      const { edits, isSecret, columns } = params as CallParams<'devices.editEach'>
      const own = edits.filter((each) => each.publicId === publicId)
      if (isSecret) return own.map(() => comment('A secret name, note or label was set; it is not kept.'))
      return own.flatMap(({ edit }) => ofSheet(inputsOfEdit(edit), columns))
    }
    case 'devices.actEach': {
      const { acts, isSecret, columns } = params as CallParams<'devices.actEach'>
      const own = acts.filter((each) => each.publicId === publicId)
      if (isSecret)
        return own.map(({ action }) =>
          comment(secretDeeds[action.type] ?? 'A secret value was sent; it is not kept.'),
        )
      if (columns === undefined) return []
      return own.flatMap(({ action }) => ofSheet([inputOfAction(action, words, null)], columns))
    }
    case 'automations.launch': {
      const call = params as CallParams<'automations.launch'>
      return isOf(call) ? [step({ launchAutomation: launchOf(call.launch) })] : []
    }
    case 'devices.screenshot':
      return isOf(params as CallParams<'devices.screenshot'>)
        ? [step({ takeScreenshot: `screenshot-${shots}` })]
        : []
    case 'captures.sheet':
      return isOf(params as CallParams<'captures.sheet'>)
        ? [
            comment(
              'A contact sheet was saved. No command does that; takeScreenshot keeps this phone’s screen.',
            ),
          ]
        : []
    case 'recordings.start':
      // A video under way goes on.
      return isOf(params as CallParams<'recordings.start'>) && !isFilmed()
        ? [step({ startRecording: 'video' })]
        : []
    case 'recordings.stop':
      if (!isOf(params as CallParams<'recordings.stop'>)) return []
      return [isFilmed() ? step('stopRecording') : comment('A video was ended that had begun before.')]
    default:
      return []
  }
}

/** Whether steps leave a video under way. */
export function isFilmedAfter(steps: readonly RecordedInput[]): boolean {
  const turns = steps.flatMap((each) => {
    if (each.kind !== 'command') return []
    const { command } = each
    if (command === 'stopRecording') return false
    return typeof command === 'object' && 'startRecording' in command ? true : []
  })
  return turns.at(-1) ?? false
}

/** Whether a call takes a screenshot. */
export const isScreenshot = ({ command }: DoneCall): boolean => command === 'devices.screenshot'

function inputsOfEdit({
  customName,
  notes,
  addLabels = [],
  removeLabels = [],
  labelOrder = [],
}: DeviceEdit): RecordedInput[] {
  const labels = {
    ...(addLabels.length > 0 ? { add: addLabels.map(({ name }) => name) } : {}),
    ...(removeLabels.length > 0 ? { remove: removeLabels } : {}),
  }
  return [
    ...(customName === undefined ? [] : [step({ setName: customName ?? '' })]),
    ...(notes === undefined ? [] : [step({ setNotes: notes ?? '' })]),
    ...(Object.keys(labels).length > 0 ? [step({ setLabels: labels })] : []),
    ...(labelOrder.length > 0
      ? [comment(`The labels were put in order: ${labelOrder.join(', ')}. No command does that.`)]
      : []),
  ]
}

function launchOf({ kind, account, fields = {} }: AutomationLaunch) {
  const given = Object.keys(fields).length > 0 ? { fields } : {}
  const more = { ...(account === undefined ? {} : { account }), ...given }
  return Object.keys(more).length === 0 ? kind : { kind, ...more }
}
