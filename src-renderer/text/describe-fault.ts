import type { Fault } from '../../src-shared/protocol/fault'
import { describeProblem } from './describe-problem'
import { describeUnreadable } from './describe-unreadable'
import { detailOf, type FaultText } from './fault-text'
import { jobName } from './describe-job'
import { messages } from './messages'
import { formatBytes, formatInstant } from './numbers'

/** Every fault has one sentence. */
export function describeFault(fault: Fault): FaultText {
  switch (fault.kind) {
    case 'problem':
      return describeProblem(fault)
    case 'unreadable-answer':
      return describeUnreadable(fault)
    case 'user-agent-refused':
      return {
        sentence:
          'The network in front of the service refuses this program’s User-Agent; the key is not the cause.',
      }
    case 'network':
      return describeNetwork(fault)
    case 'scope-missing':
      return { sentence: `${messages.scopes.lacks(fault.scope)}.`, action: 'enter-key' }
    case 'handshake-refused':
      return { sentence: describeRefusal(fault), action: 'try-again' }
    case 'budget-used-up':
      return { sentence: describeUsedUp(fault), action: 'try-again' }
    case 'budget-low':
      return { sentence: describeLow(fault) }
    case 'socket-closed':
      return describeClose(fault)
    case 'control-error':
      return describeControlError(fault)
    case 'not-typed':
      return { sentence: `The phone could not type ${fault.skipped.map((one) => `“${one}”`).join(' ')}.` }
    case 'not-copied':
      return { sentence: 'What the phone copied could not be put on this computer’s clipboard.' }
    case 'input-lost':
      return { sentence: 'That did not reach the phone: its control channel was not open.' }
    case 'file':
      return { sentence: describeFile(fault) }
    case 'ticket-refused':
      return {
        sentence: 'The service refused the ticket for this upload.',
        action: 'try-again',
        ...detailOf(fault.detail),
      }
    case 'outcome-unknown':
      return {
        sentence: 'All bytes were sent, but the answer was lost: look on the phone before you send it again.',
        action: 'try-again',
      }
    case 'invalid-edit':
      return { sentence: `This cannot be saved: ${fault.fields.map(editField).join('; ')}.` }
    case 'launch-in-doubt':
      return {
        sentence:
          'The service did not say whether the job was launched: the phone’s jobs are being read for it.',
      }
    case 'launch-unknown':
      return {
        sentence:
          'Whether the job was launched is not known: neither the service nor the phone’s jobs say so.',
      }
    case 'launch-unsent':
      return { sentence: 'Nothing was launched: the service could not be reached just before.' }
    case 'job-pending':
      return {
        sentence: `${jobName(fault.job)} is pending on this phone: nothing was sent, so as not to interrupt it.`,
      }
    case 'not-interrupted':
      return { sentence: describeNotInterrupted(fault) }
    case 'run-given-up':
      return { sentence: messages.runs.givenUp(fault.steps) }
    case 'cancelled':
      return { sentence: 'Cancelled.' }
    case 'address':
      return { sentence: describeAddress(fault.reason) }
    case 'key-shape':
      return { sentence: 'This is not an API key: one has the shape prefix_live_id_secret.' }
    case 'fleet-known':
      return { sentence: `A fleet with this address and key is already here: “${fault.name}”.` }
    case 'keychain':
      return fault.reason === 'locked'
        ? { sentence: 'The keychain is locked: unlock it, then try again.', action: 'try-again' }
        : { sentence: 'The keychain did not give the key.', action: 'enter-key' }
    case 'simulator':
      return {
        sentence: 'The simulated fleet could not start.',
        action: 'try-again',
        ...detailOf(fault.detail),
      }
    case 'vocabulary-file':
      return { sentence: describeVocabularyFile(fault), ...detailOf(fault.detail) }
    case 'internal':
      return { sentence: 'Fleetwall has a defect here.', ...detailOf(fault.detail) }
    default:
      return fault satisfies never
  }
}

const editField = ({ path, message }: { path: string; message: string }) =>
  `${path === '' ? 'the change' : path} ${message}`

type Of<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>

function describeUsedUp({ budget, resetsAt }: Of<'budget-used-up'>): string {
  return `Today’s ${messages.budgets[budget].today} are used up; there are more from ${formatInstant(resetsAt)}.`
}

function describeNotInterrupted({ job, reason }: Of<'not-interrupted'>): string {
  const goesOn = `${jobName(job)} was not interrupted`
  return reason === 'minutes-used-up'
    ? `${goesOn}: today’s active minutes are used up.`
    : `${goesOn}: the account’s limit of phones in use is reached. Let go of another phone first.`
}

function describeLow({ budget, remaining, resetsAt }: Of<'budget-low'>): string {
  const { today, unit } = messages.budgets[budget]
  return `Today’s ${today} are nearly used up: ${unit(remaining)} left until ${formatInstant(resetsAt)}.`
}

function describeRefusal({ channel, withoutRead }: Of<'handshake-refused'>): string {
  if (withoutRead) {
    const what = channel === 'control' ? 'control of this phone' : 'this phone’s stream'
    return `The service refused ${what}, cause unknown: to find it out the key needs the scope “read”.`
  }
  return channel === 'control'
    ? 'The service refused control of this phone: the key may lack the scope “control”, or a limit is reached.'
    : 'The service refused this phone’s stream: the key may lack the scope “stream”, or a limit is reached.'
}

function describeNetwork({ reason, host }: Of<'network'>): FaultText {
  const sentences = {
    'host-unknown': `There is no host called ${host}: check the address.`,
    'connection-refused': `Nothing answers at ${host}.`,
    'connection-lost': `The connection to ${host} was lost.`,
    timeout: `The service at ${host} did not answer in time.`,
    tls: `The secure connection to ${host} failed: its certificate is not accepted.`,
    'no-network': 'This computer has no network.',
  }
  return { sentence: sentences[reason], action: 'try-again' }
}

function describeClose({ code, reason }: Of<'socket-closed'>): FaultText {
  const detail = detailOf(reason)
  switch (code) {
    case 4409:
      return { sentence: 'Another session took over this phone.', action: 'take-back', ...detail }
    case 1011:
      return { sentence: 'The phone cannot be reached at the moment.', action: 'try-again', ...detail }
    case 4290:
      return {
        sentence: 'The service closed the connection: a budget, a rate or a device limit is reached.',
        action: 'try-again',
        ...detail,
      }
    case 4401:
      return { sentence: 'The key was revoked or has expired.', action: 'enter-key', ...detail }
    case 4403:
      return {
        sentence: 'The account is not active, or the key may no longer do this.',
        action: 'enter-key',
        ...detail,
      }
    case 4400:
      return { sentence: 'The service refused a message that was too large.', action: 'try-again', ...detail }
    default:
      return { sentence: `The connection was lost (code ${code}).`, action: 'try-again', ...detail }
  }
}

function describeControlError({ code, detail }: Of<'control-error'>): FaultText {
  const sentences = new Map([
    ['invalid_frame', 'The service did not understand what was done.'],
    ['rate_limited', 'Too much at once: some of it was not applied.'],
    ['device_error', 'The phone did not carry it out.'],
    ['hold_timeout', 'The press was held too long, and the service let it go.'],
  ])
  const sentence = sentences.get(code) ?? `The service did not apply it (${code}).`
  return { sentence, ...detailOf(detail) }
}

function describeFile({ reason, name, maxBytes }: Of<'file'>): string {
  switch (reason) {
    case 'empty':
      return `“${name}” is empty: there is nothing to send.`
    case 'folder':
      return `“${name}” is a folder: drop the files in it instead.`
    case 'unreadable':
      return `“${name}” cannot be read.`
    case 'too-large':
      return maxBytes === undefined
        ? `“${name}” is too large for the service.`
        : `“${name}” is too large: the service takes at most ${formatBytes(maxBytes)}.`
    case 'changed':
      return `“${name}” changed while it was being sent.`
    case 'gone':
      return `“${name}” is no longer there.`
  }
}

function describeVocabularyFile({ path, reason, at }: Of<'vocabulary-file'>): string {
  const key = at?.key ? `“${at.key}”` : 'its outermost value'
  const sentences = {
    unreadable: 'cannot be read',
    'too-large': 'is too large',
    encoding: 'is not text in UTF-8',
    syntax: `is not JSON at ${key}`,
    twice: `has ${key} twice`,
    'unknown-key': `has ${key}, which is no word of the vocabulary`,
    value: `has something in ${key} that does not belong there`,
  }
  const where = at ? `, line ${at.line}, column ${at.column},` : ''
  return `The vocabulary file ${path}${where} ${sentences[reason]}; Fleetwall’s own words are used.`
}

function describeAddress(reason: Of<'address'>['reason']): string {
  switch (reason) {
    case 'malformed':
      return 'This is not an address: it should look like https://api.example.com/v1.'
    case 'insecure':
      return 'The address must begin with https (or wss): only this computer itself may be reached without.'
    case 'path':
      return 'The address takes no “?”, no “#” and no password: leave them out.'
  }
}
