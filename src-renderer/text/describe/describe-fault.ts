import type { Fault } from '../../../src-shared/protocol/fault'
import { ownValue } from '../../../src-shared/protocol/own-value'
import { describeProblem } from './describe-problem'
import { describeUnreadable } from './describe-unreadable'
import { detailOf, type FaultText } from '../fault-text'
import { jobName } from './describe-job'
import { describeLaunchField } from './describe-launch'
import { describeKey } from './describe-shortcut'
import { formatBytes, formatShare } from '../measures'
import { messages } from '../messages'
import { formatCount, formatInstant } from '../numbers'

/** Every fault has one sentence. */
export function describeFault(fault: Fault): FaultText {
  const words = messages.faults
  switch (fault.kind) {
    case 'problem':
      return describeProblem(fault)
    case 'unreadable-answer':
      return describeUnreadable(fault)
    case 'user-agent-refused':
      return { sentence: words.userAgentRefused }
    case 'network':
      return {
        sentence: describeNetwork(fault),
        action: 'retry',
        ...(fault.authority ? { detail: words.authority({ name: fault.authority }) } : {}),
      }
    case 'scope-missing':
      return { sentence: words.missingPermission({ scope: fault.scope }), action: 'enter-key' }
    case 'handshake-refused':
      return { ...describeRefusal(fault), action: 'retry' }
    case 'budget-used-up':
      return { sentence: describeUsedUp(fault), action: 'retry' }
    case 'budget-low':
      return { sentence: describeLow(fault) }
    case 'socket-closed':
      return { ...describeClose(fault), ...detailOf(fault.reason) }
    case 'control-error':
      return { sentence: describeControlError(fault), ...detailOf(fault.detail) }
    case 'more-errors':
      return { sentence: words.moreErrors({ n: fault.n }) }
    case 'not-typed':
      return describeNotTyped(fault.skipped)
    case 'no-such-key':
      return { sentence: words.noSuchKey({ key: describeKey(fault.key) }) }
    case 'not-copied':
      return { sentence: words.notCopied }
    case 'label-colors':
      return {
        sentence: words.labelColors({
          n: fault.labels.length,
          labels: fault.labels.map(({ name, color }) => `${name} ${color}`).join(', '),
        }),
      }
    case 'not-saved':
      return { sentence: words.notSaved[fault.why]({ folder: fault.folder }), ...detailOf(fault.detail) }
    case 'not-converted':
      return { sentence: describeNotConverted(fault), ...detailOf(fault.detail) }
    case 'recording-off':
      return { sentence: messages.settings.policy.off.recording }
    case 'recording-stopped':
      return {
        sentence: words.recordingStopped[fault.reason]({ folder: fault.folder }),
        // A full disk has been named.
        ...(fault.reason === 'disk-full' ? {} : detailOf(fault.detail)),
      }
    case 'input-not-sent':
      return { sentence: describeNotSent(fault) }
    case 'input-partly-sent':
      return { sentence: words.inputPartlySent }
    case 'input-unconfirmed':
      return { sentence: fault.names ? describeOnPhones(fault.names, words.notDone) : words.inputUnconfirmed }
    case 'more-files':
      return { sentence: messages.faults.moreFiles({ n: fault.n }) }
    case 'not-found':
      return { sentence: words.notFound[fault.what]({ name: fault.name }) }
    case 'phones-left-out':
      return { sentence: words.phonesLeftOut({ n: fault.n }) }
    case 'none-online':
      return {
        sentence:
          fault.phones === 1 ? words.isOffline({ name: fault.name }) : words.noneOnline({ n: fault.phones }),
      }
    case 'file':
      return { sentence: describeFile(fault) }
    case 'ticket-refused':
      return { sentence: words.ticketRefused, action: 'retry', ...detailOf(fault.detail) }
    case 'outcome-unknown':
      return { sentence: words.outcomeUnknown, action: 'retry' }
    case 'upload-differs':
      return { sentence: words.uploadDiffers, action: 'retry' }
    case 'invalid-edit':
      return { sentence: words.invalidEdit({ fields: fault.fields.map(editField).join('; ') }) }
    case 'flow-unreadable':
      return { sentence: words.flowUnreadable({ file: fault.file }), ...detailOf(fault.detail) }
    case 'flow-runs':
      return { sentence: words.flowRuns }
    case 'flow-shortage':
      return { sentence: messages.flows.shortage({ budget: messages.budgets[fault.budget].name }) }
    case 'launch-in-doubt':
      return { sentence: words.launchInDoubt }
    case 'launch-unknown':
      return { sentence: words.launchUnknown }
    case 'launch-unsent':
      return { sentence: words.launchUnsent }
    case 'launch-field': {
      const { name, field } = fault
      if (!field) return { sentence: words.noLaunchField({ name }) }
      return { sentence: words.launchField({ title: field.title, needed: describeLaunchField(field) }) }
    }
    case 'job-pending':
      return { sentence: words.jobPending({ job: jobName(fault.job) }) }
    case 'not-interrupted':
      return { sentence: describeNotInterrupted(fault) }
    case 'run-given-up':
      return { sentence: messages.tasks.cancelledByFleet({ n: fault.steps }) }
    case 'run-ended':
      return describeFault(fault.because)
    case 'cancelled':
      return { sentence: words.cancelled }
    case 'address':
      return { sentence: words.address[fault.reason] }
    case 'key-shape':
      return { sentence: words.keyShape }
    case 'fleet-known':
      return { sentence: words.fleetKnown({ name: fault.name }) }
    case 'keychain':
      return fault.reason === 'locked'
        ? { sentence: words.keychainLocked, action: 'retry' }
        : { sentence: words.keychainSilent, action: 'enter-key' }
    case 'policy':
      return {
        sentence:
          fault.reason === 'entry'
            ? words.policy.entry({ file: fault.path, entry: fault.entry })
            : words.policy[fault.reason]({ file: fault.path }),
      }
    case 'update-refused':
      return { sentence: words.updateRefused[fault.reason] }
    case 'no-sandbox':
      return { sentence: words.noSandbox }
    case 'authorities':
      return { sentence: words.authorities({ file: fault.path }) }
    case 'simulator':
      return { sentence: words.simulator, action: 'retry', ...detailOf(fault.detail) }
    case 'vocabulary-file':
      return { sentence: words.vocabulary[fault.reason]({ file: fault.path }), ...detailOf(fault.detail) }
    case 'own-file':
      return { sentence: words.ownFile[fault.reason]({ file: fault.path }) }
    case 'internal':
      return { sentence: words.internal, ...detailOf(fault.detail) }
    default:
      return fault satisfies never
  }
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
// Of a long text that a phone cannot type, all of them would cover its tile.
const mostNamed = 12
// A segmenter copies the whole text for each grapheme.
const mostRead = 1000
// Of many phones the number says enough.
export const fewPhones = 4

/** Lists each character once, only the last of many; joins the pieces that the service reports of one grapheme. */
function describeNotTyped(skipped: readonly string[]): FaultText {
  const text = [...skipped.join('')].slice(-mostRead).join('')
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment)
  const each = [...new Set(characters.toReversed())].toReversed()
  const words = messages.faults
  const named = each
    .slice(-mostNamed)
    .map((text) => words.quoted({ text }))
    .join(' ')
  const n = each.length - mostNamed
  if (n <= 0) return { sentence: words.notTyped({ characters: named }) }
  return { sentence: words.notTypedMore({ characters: named, n }), ...detailOf(each.join(' ')) }
}

type Of<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>

const editField = ({ path, message }: Of<'invalid-edit'>['fields'][number]) =>
  path === '' ? messages.faults.wholeEdit({ message }) : messages.faults.field({ path, message })

function describeUsedUp({ budget, resetsAt }: Of<'budget-used-up'>): string {
  return messages.budgets[budget].usedUp({ time: formatInstant(resetsAt) })
}

function describeNotSent(fault: Of<'input-not-sent'>): string {
  const words = messages.faults
  switch (fault.why) {
    case 'channel-closed':
      // Its own sentence says that nothing was sent.
      if (fault.because?.kind === 'job-pending') return describeFault(fault.because).sentence
      return fault.because
        ? words.inputLostBecause({ why: describeFault(fault.because).sentence })
        : words.inputLost
    case 'mirror-skipped':
      return describeOnPhones(fault.names, messages.mirror)
    case 'size-unknown':
      return words.sizeUnknown({ why: describeFault(fault.because).sentence })
    case 'rotated':
      return words.inputRotated
    case 'earlier-unanswered':
      return words.earlierUnanswered
    case 'cancelled':
      return words.inputCancelled
  }
}

function describeOnPhones(
  names: readonly string[],
  { dropped, droppedOnMany }: Pick<typeof messages.mirror, 'dropped' | 'droppedOnMany'>,
): string {
  const n = names.length
  return n > fewPhones ? droppedOnMany({ phones: n }) : dropped({ n, names: names.join(', ') })
}

function describeNotInterrupted({ job, reason }: Of<'not-interrupted'>): string {
  const words = messages.faults.notInterrupted
  const sentence = reason === 'minutes-used-up' ? words.minutesUsedUp : words.maxActiveDevices
  return sentence({ job: jobName(job) })
}

function describeLow({ budget, percent, remaining, resetsAt }: Of<'budget-low'>): string {
  const share = formatShare(percent / 100)
  return messages.budgets[budget].low({ n: remaining, share, time: formatInstant(resetsAt) })
}

function describeRefusal({ channel, withoutRead }: Of<'handshake-refused'>): FaultText {
  const words = messages.faults.refused
  return {
    sentence: words[channel],
    detail: withoutRead ? words.withoutRead : words.maybe({ scope: channel }),
  }
}

function describeNetwork({ reason, host }: Of<'network'>): string {
  return reason === 'no-network' ? messages.faults.noNetwork : messages.faults.network[reason]({ host })
}

function describeClose({ code }: Of<'socket-closed'>): FaultText {
  const words = messages.faults.closed
  switch (code) {
    case 4409:
      return { sentence: words.taken, action: 'take-control' }
    case 1011:
      return { sentence: words.unreachable, action: 'retry' }
    case 4290:
      return { sentence: words.limit, action: 'retry' }
    case 4401:
      return { sentence: words.key, action: 'enter-key' }
    case 4403:
      return { sentence: words.account, action: 'enter-key' }
    case 4400:
      return { sentence: words.tooLarge, action: 'retry' }
    default:
      return { sentence: words.other({ code: String(code) }), action: 'retry' }
  }
}

function describeControlError({ code }: Of<'control-error'>): string {
  return ownValue(messages.faults.control, code) ?? messages.faults.controlOther({ code })
}

function describeFile({ reason, name, maxBytes }: Of<'file'>): string {
  if (reason === 'too-large' && maxBytes !== undefined)
    // A file that is a byte too large looks as large as the limit.
    return messages.faults.fileLargerThan({
      name,
      bytes: formatBytes(maxBytes),
      exact: formatCount(maxBytes),
    })
  return messages.faults.file[reason]({ name })
}

function describeNotConverted({ name, why }: Of<'not-converted'>): string {
  const words = messages.faults.notConverted
  if (why === 'no-encoder' || why === 'busy' || why === 'ended') return words[why]
  return words[why]({ name })
}
