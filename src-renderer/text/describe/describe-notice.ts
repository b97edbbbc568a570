import type { RecordedFile } from '../../../src-shared/features/recordings-state'
import { onlyReads, mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import { fewPhones } from '../../../src-shared/texts/describe-fault'
import { isEarlierUnanswered, type FailedOn, type Missed, type NoticeContent } from '../../rules/notice'
import { nameAction, type KeyNaming } from './describe-action'
import { describeFired } from './describe-rule'
import { describeFault } from './describe-fault'
import { detailOf, type FaultText } from '../../../src-shared/texts/fault-text'
import { describeRefusedRow } from './describe-refused-row'
import { messages } from '../messages'
import { formatInstant, formatList, commaList } from '../numbers'
import { describeRun } from './describe-run'
import { describeLeftOut, describeOutcome, describeReason } from './describe-schedule'

// The window shows the others.
const fewRows = 5

/** Describes a failed action by its command's name; after a lost answer, that it may have run. */
export function describeMissed({ fault, action }: Missed, keys: KeyNaming): FaultText {
  const text = describeFault(fault)
  if (!action || isEarlierUnanswered(fault)) return text
  const words = messages.act
  if (fault.kind === 'run-ended') {
    const { names } = fault
    const n = names.length
    const said = { action: nameAction(action, keys), why: text.sentence }
    const sentence =
      n > fewPhones ? words.failedOnMany({ ...said, phones: n }) : words.failedOn({ ...said, n, names })
    return { ...text, sentence }
  }
  const isLost = mayHaveHappened(fault) && !onlyReads(action)
  const sentence = isLost ? words.unconfirmed : words.failed
  return { ...text, sentence: sentence({ action: nameAction(action, keys), why: text.sentence }) }
}

/** Describes many screenshots in one sentence, and each reason of failures with the phones that it hit. */
function describeSaved({
  n,
  folder,
  failed,
}: Extract<NoticeContent, { kind: 'screenshots-saved' }>): FaultText {
  const words = messages.screenshot
  const lines = describeFailed(failed)
  const sentence =
    n === 0
      ? words.allFailed
      : failed.length === 0
        ? words.manySaved({ n, folder })
        : words.someSaved({ n, folder, failed: failed.length })
  return lines.length === 0 ? { sentence } : { sentence, detail: lines.join('\n') }
}

function describeFailed(failed: readonly FailedOn[]): string[] {
  const words = messages.screenshot
  const names = new Map<string, string[]>()
  for (const { name, fault } of failed) {
    const why = describeFault(fault).sentence
    names.set(why, [...(names.get(why) ?? []), name])
  }
  return [...names].map(([why, hit]) => {
    const more = hit.length - fewPhones
    const shown = commaList(hit.slice(0, fewPhones))
    return words.failedOn({ why, names: more > 0 ? `${shown} ${messages.tile.more({ n: more })}` : shown })
  })
}

const lastPart = (path: string) => path.split(/[\\/]/).at(-1) ?? ''

function describeRecorded(files: readonly RecordedFile[]): FaultText {
  const [first] = files
  const words = messages.recording
  if (!first) return { sentence: words.empty }
  const sentence =
    files.length === 1 ? words.saved({ name: lastPart(first.path) }) : words.savedMany({ n: files.length })
  return { sentence, detail: files.length === 1 ? first.path : first.path.replace(/[\\/][^\\/]*$/, '') }
}

/** Describes a notice in one sentence, with the full path of a saved file. */
export function describeNotice(notice: NoticeContent, keys: KeyNaming): FaultText {
  switch (notice.kind) {
    case 'missed':
      return describeMissed(notice, keys)
    case 'update-ready':
      return { sentence: messages.updates.ready({ version: notice.version }) }
    case 'not-recorded':
      return { sentence: messages.recording.notLive({ n: notice.n }) }
    case 'flow-recorded': {
      const { path, comments } = notice
      const words = messages.flows
      const said = { steps: words.steps({ n: notice.steps }), n: comments }
      return { sentence: comments > 0 ? words.recordedPart(said) : words.recorded(said), detail: path }
    }
    case 'nothing-recorded':
      return { sentence: messages.flows.nothingRecorded }
    case 'flows-ended':
      return { sentence: messages.flows.ended({ summary: describeRun(notice.run) }) }
    case 'fired':
      return describeFired(notice.firings)
    case 'schedule-ended': {
      const { name, end } = notice
      const why = end.reason ? describeReason(end.reason).sentence : ''
      const leftOut = end.leftOut ? describeLeftOut(end.leftOut) : ''
      return {
        sentence: messages.schedules.noticeEnded({ name, outcome: describeOutcome(end) }),
        ...detailOf([why, leftOut].filter(Boolean).join(' ')),
      }
    }
    case 'schedule-ahead':
      return {
        sentence: messages.schedules.noticeAhead({ name: notice.name, time: formatInstant(notice.until) }),
      }
    case 'schedule-missed': {
      const { name, times, at } = notice
      return { sentence: messages.schedules.noticeMissed({ name, n: times, time: formatInstant(at) }) }
    }
    case 'stopped': {
      const { uploads, steps, cases } = notice.undone
      const { undone } = messages.stopEverything
      const parts = [
        uploads > 0 ? undone.uploads({ n: uploads }) : '',
        steps > 0 ? undone.steps({ n: steps }) : '',
        cases > 0 ? undone.cases({ n: cases }) : '',
      ]
      const what = formatList(parts.filter((part) => part !== ''))
      return { sentence: messages.stopEverything.stopped({ what }) }
    }
    case 'imported': {
      const { changed, unchanged, failed, refused } = notice
      const words = messages.csv
      const said = { n: changed, same: unchanged, failed }
      const more = refused.length - fewRows
      const lines = refused.slice(0, fewRows).map(describeRefusedRow)
      if (more > 0) lines.push(words.more({ n: more }))
      return {
        sentence: failed > 0 ? words.importedPart(said) : words.imported(said),
        ...detailOf(lines.join('\n')),
      }
    }
    case 'crashed':
      return { sentence: messages.hadCrashed }
    case 'waiting-cancelled': {
      const { busyWith } = notice
      // What waits for the channel was not begun.
      if (busyWith.type === 'opening') return { sentence: messages.tile.inputDiscarded }
      return { sentence: messages.tile.discardedAfter({ action: nameAction(busyWith, keys) }) }
    }
    case 'typing-ended':
      return { sentence: messages.typingEnded({ name: notice.name }) }
    case 'cannot-run':
      return { sentence: messages.commands.unavailable({ title: notice.title, why: notice.why }) }
    case 'file-gone':
      return { sentence: messages.screenshot.gone, detail: notice.path }
    case 'screenshot-copied':
      return { sentence: messages.screenshot.copied({ name: notice.name }) }
    case 'file-copied':
      return { sentence: messages.screenshot.fileCopied({ name: notice.name }) }
    case 'ids-copied':
      return { sentence: messages.inspector.idsCopied({ n: notice.n }) }
    case 'sheet-sent': {
      const { n, of } = notice
      return { sentence: n === of ? messages.sheets.sent({ n }) : messages.sheets.sentSome({ n, of }) }
    }
    case 'text-sent': {
      const { n, name } = notice
      return { sentence: n === 1 ? messages.act.textSent({ name }) : messages.act.textSentToMany({ n }) }
    }
    case 'screenshots-saved':
      return describeSaved(notice)
    case 'converted':
      return { sentence: messages.convert.saved({ n: notice.n, folder: notice.folder }) }
    case 'recorded':
      return describeRecorded(notice.files)
    case 'saved':
      return {
        sentence: messages.screenshot.saved({ name: lastPart(notice.path) }),
        detail: [notice.path, ...describeFailed(notice.failed ?? [])].join('\n'),
      }
    case 'taking':
      return { sentence: messages.contactSheet.taking({ n: notice.n }) }
  }
}
