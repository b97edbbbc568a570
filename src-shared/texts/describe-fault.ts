import { authoritiesFile, type Fault } from '../protocol/fault'
import { ownValue } from '../protocol/own-value'
import { graphemes } from '../protocol/text-cut'
import { describeProblem, describeUnreadable } from './describe-answer'
import { takenBy } from './launch-takes'
import { detailOf, type FaultLanguage, type FaultText } from './fault-text'

type Words = FaultLanguage['words']
type Of<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>

/** Names a job's kind; unknown kinds as they came. @param kind null when it did not come */
export function jobName(kind: string | null, { jobNames }: Pick<FaultLanguage['words'], 'jobNames'>): string {
  if (kind === null) return jobNames.unnamed
  return ownValue<string>(jobNames.kinds, kind) ?? jobNames.unknown({ name: kind })
}

/** Every fault has one sentence. */
export function describeFault(fault: Fault, language: FaultLanguage): FaultText {
  const { faults: words, budgets } = language.words
  switch (fault.kind) {
    case 'problem':
      return describeProblem(fault, language)
    case 'unreadable-answer':
      return describeUnreadable(fault, language.words)
    case 'user-agent-refused':
      return { sentence: words.userAgentRefused }
    case 'network':
      return {
        sentence: describeNetwork(fault, words),
        action: 'retry',
        ...(fault.authority ? { detail: describeAuthority(fault.authority, words) } : {}),
      }
    case 'scope-missing':
      return { sentence: words.missingPermission({ scope: fault.scope }), action: 'enter-key' }
    case 'handshake-refused':
      return { ...describeRefusal(fault, words.refused), action: 'retry' }
    case 'budget-used-up':
      return {
        sentence: budgets[fault.budget].usedUp({ time: language.formatInstant(fault.resetsAt) }),
        action: 'retry',
      }
    case 'budget-low':
      return { sentence: describeLow(fault, language) }
    case 'socket-closed':
      return { ...describeClose(fault, words.closed), ...detailOf(fault.reason) }
    case 'control-error':
      return {
        sentence: ownValue<string>(words.control, fault.code) ?? words.controlOther({ code: fault.code }),
        ...detailOf(fault.detail),
      }
    case 'more-errors':
      return { sentence: words.moreErrors({ n: fault.n }) }
    case 'not-typed':
      return describeNotTyped(fault.skipped, words)
    case 'no-such-key':
      return { sentence: words.noSuchKey({ key: language.nameKey(fault.key) }) }
    case 'not-copied':
      return { sentence: words.notCopied }
    case 'label-colors':
      return {
        sentence: words.labelColors({
          n: fault.labels.length,
          labels: fault.labels.map(({ name, color }) => `${name} ${color}`),
        }),
      }
    case 'not-saved':
      return { sentence: words.notSaved[fault.why]({ folder: fault.folder }), ...detailOf(fault.detail) }
    case 'not-converted':
      return { sentence: describeNotConverted(fault, words.notConverted), ...detailOf(fault.detail) }
    case 'not-deleted':
      return { sentence: words.notDeleted[fault.why]({ name: fault.name }), ...detailOf(fault.detail) }
    case 'recording-off':
      return { sentence: words.recordingOff }
    case 'recording-stopped':
      return {
        sentence: words.recordingStopped[fault.reason]({ folder: fault.folder }),
        // A full disk has been named.
        ...(fault.reason === 'disk-full' ? {} : detailOf(fault.detail)),
      }
    case 'input-not-sent':
      return describeNotSent(fault, language)
    case 'input-partly-sent':
      return { sentence: words.inputPartlySent }
    case 'input-unconfirmed':
      return { sentence: fault.names ? describeOnPhones(fault.names, words.notDone) : words.inputUnconfirmed }
    case 'more-files':
      return { sentence: words.moreFiles({ n: fault.n }) }
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
      return { sentence: describeFile(fault, language) }
    case 'ticket-refused':
      return { sentence: words.ticketRefused, action: 'retry', ...detailOf(fault.detail) }
    case 'outcome-unknown':
      return { sentence: words.outcomeUnknown, action: 'retry' }
    case 'upload-differs':
      return { sentence: words.uploadDiffers, action: 'retry' }
    case 'invalid-edit':
      return {
        sentence: words.invalidEdit({
          fields: fault.fields.map((field) => editField(field, words)).join('; '),
        }),
      }
    case 'flow-unreadable':
      return { sentence: words.flowUnreadable({ file: fault.file }), ...detailOf(fault.detail) }
    case 'flow-shortage':
      return { sentence: words.flowShortage({ budget: budgets[fault.budget].name }) }
    case 'rule':
      return { sentence: words.rule[fault.why], ...detailOf(fault.detail) }
    case 'check-refused':
      return { sentence: words.checkRefused[fault.why] }
    case 'launch-in-doubt':
      return { sentence: words.launchInDoubt }
    case 'launch-unknown':
      return { sentence: words.launchUnknown }
    case 'launch-unsent':
      return { sentence: words.launchUnsent }
    case 'launch-field': {
      const { name, field } = fault
      if (!field) return { sentence: words.noLaunchField({ name }) }
      return {
        sentence: words.launchField({ title: field.title, what: takenBy(field, language.words.launchTakes) }),
      }
    }
    case 'job-pending':
      return { sentence: words.jobPending({ job: jobName(fault.job, language.words) }) }
    case 'view-only':
      return { sentence: words.viewOnly }
    case 'held':
      return { sentence: fault.by === null ? words.heldByPerson : words.heldByProgram({ name: fault.by }) }
    case 'door': {
      const said = words.door[fault.why]
      return { sentence: typeof said === 'string' ? said : said({ detail: fault.detail }) }
    }
    case 'grant-refused':
      return { sentence: words.grantRefused[fault.why]({ name: fault.name }) }
    case 'not-interrupted':
      return { sentence: describeNotInterrupted(fault, language.words) }
    case 'run-given-up':
      return { sentence: words.runGivenUp({ n: fault.steps }) }
    case 'run-ended':
      return describeFault(fault.because, language)
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
    case 'no-font':
      return { sentence: words.noFont({ language: fault.language }) }
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

// Of a long text that a phone cannot type, all of them would cover its tile.
const mostNamed = 12
// A segmenter copies the whole text for each grapheme.
const mostRead = 1000
// Of many phones the number says enough.
export const fewPhones = 4

/** Lists each character once, only the last of many; joins the pieces that the service reports of one grapheme. */
function describeNotTyped(skipped: readonly string[], words: Words['faults']): FaultText {
  const text = [...skipped.join('')].slice(-mostRead).join('')
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment)
  const each = [...new Set(characters.toReversed())].toReversed()
  const named = each
    .slice(-mostNamed)
    .map((text) => words.quoted({ text }))
    .join(' ')
  const n = each.length - mostNamed
  if (n <= 0) return { sentence: words.notTyped({ characters: named }) }
  return { sentence: words.notTypedMore({ characters: named, n }), ...detailOf(each.join(' ')) }
}

const editField = ({ path, message }: Of<'invalid-edit'>['fields'][number], words: Words['faults']) =>
  path === '' ? words.wholeEdit({ message }) : words.field({ path, message })

function describeNotSent(fault: Of<'input-not-sent'>, language: FaultLanguage): FaultText {
  const words = language.words.faults
  switch (fault.why) {
    case 'channel-closed': {
      if (!fault.because) return { sentence: words.inputLost }
      const { sentence: why, detail = '' } = describeFault(fault.because, language)
      // Its own sentence says that nothing was sent.
      const sentence = fault.because.kind === 'job-pending' ? why : words.inputLostBecause({ why })
      return { sentence, ...detailOf(detail) }
    }
    case 'mirror-skipped':
      return { sentence: describeOnPhones(fault.names, words.mirrorSkipped) }
    case 'size-unknown': {
      const { sentence: why, detail = '' } = describeFault(fault.because, language)
      return { sentence: words.sizeUnknown({ why }), ...detailOf(detail) }
    }
    case 'rotated':
      return { sentence: words.inputRotated }
    case 'earlier-unanswered':
      return { sentence: words.earlierUnanswered }
    case 'cancelled':
      return { sentence: words.inputCancelled }
  }
}

function describeOnPhones(
  names: readonly string[],
  { dropped, droppedOnMany }: Words['faults']['notDone' | 'mirrorSkipped'],
): string {
  const n = names.length
  return n > fewPhones ? droppedOnMany({ phones: n }) : dropped({ n, names })
}

function describeNotInterrupted({ job, reason }: Of<'not-interrupted'>, words: Words): string {
  const { minutesUsedUp, maxActiveDevices } = words.faults.notInterrupted
  return (reason === 'minutes-used-up' ? minutesUsedUp : maxActiveDevices)({ job: jobName(job, words) })
}

function describeLow(
  { budget, percent, remaining, resetsAt }: Of<'budget-low'>,
  { words, formatShare, formatInstant }: FaultLanguage,
): string {
  const share = formatShare(percent / 100)
  return words.budgets[budget].low({ n: remaining, share, time: formatInstant(resetsAt) })
}

function describeRefusal(
  { channel, withoutRead }: Of<'handshake-refused'>,
  words: Words['faults']['refused'],
): FaultText {
  return {
    sentence: words[channel],
    detail: withoutRead ? words.withoutRead : words.maybe({ scope: channel }),
  }
}

const describeAuthority = (name: string, words: Words['faults']) =>
  [words.authority({ name }), words.trust({ file: authoritiesFile })].join(' ')

const describeNetwork = ({ reason, host }: Of<'network'>, words: Words['faults']) =>
  reason === 'no-network' ? words.noNetwork : words.network[reason]({ host })

function describeClose({ code }: Of<'socket-closed'>, words: Words['faults']['closed']): FaultText {
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

function describeFile({ reason, name, maxBytes }: Of<'file'>, language: FaultLanguage): string {
  const words = language.words.faults
  if (reason !== 'too-large' || maxBytes === undefined) return words.file[reason]({ name })
  // A file that is a byte too large looks as large as the limit.
  const [bytes, exact] = [language.formatBytes(maxBytes), language.formatCount(maxBytes)]
  return words.fileLargerThan({ name, bytes, exact })
}

function describeNotConverted(
  { name, why }: Of<'not-converted'>,
  words: Words['faults']['notConverted'],
): string {
  if (why === 'no-encoder' || why === 'busy' || why === 'ended') return words[why]
  return words[why]({ name })
}
