import type { Fault } from '../../../../src-shared/protocol/fault'
import { takenBy } from '../../../../src-shared/protocol/launch-field'
import { mayHaveHappened } from '../../../../src-shared/protocol/fault-predicates'

const problems: Partial<Record<Extract<Fault, { kind: 'problem' }>['code'], string>> = {
  unauthorized: 'The service refuses the API key.',
  forbidden: 'The API key may not do this.',
  device_blocked: 'The phone is blocked.',
  device_offline: 'The phone is offline.',
  device_not_found: 'The phone is not in the fleet.',
  command_rejected: 'The phone refused the action.',
  invalid_action: 'The service calls the action invalid.',
  kernel_timeout: 'The phone did not answer in time.',
  quota_exceeded: 'A daily budget is used up.',
  max_active_devices_reached: 'The account’s limit of phones in use is reached.',
  insufficient_tokens: 'The account has too few automation tokens.',
  account_not_found: 'The phone has no such account.',
  automation_pending: 'An automation is already pending on the phone or the account.',
  job_not_found: 'The service no longer has this job.',
  rate_limited: 'The service’s rate limit is reached.',
}

type NetworkFault = Extract<Fault, { kind: 'network' }>
const network: Record<NetworkFault['reason'], (host: string) => string> = {
  'host-unknown': (host) => `There is no host ${host}.`,
  'connection-refused': (host) => `Nothing answers at ${host}.`,
  'connection-lost': (host) => `The connection to ${host} was lost.`,
  timeout: (host) => `${host} did not answer in time.`,
  tls: (host) => `The certificate of ${host} is not trusted.`,
  'no-network': () => 'This computer is offline.',
  'proxy-address': (host) => `The proxy address “${host}” is invalid.`,
  'proxy-tls': (host) => `The certificate of the proxy ${host} is not trusted.`,
  'proxy-unreachable': (host) => `The proxy ${host} does not answer.`,
  'proxy-password': (host) => `The proxy ${host} asks for a name and a password.`,
  'proxy-login-refused': (host) => `The proxy ${host} refused the password.`,
  'proxy-refused': (host) => `The proxy ${host} refused the connection.`,
  'proxy-cut': (host) => `The proxy ${host} ended the connection.`,
  'proxy-sockets': (host) => `The proxy ${host} blocks live pictures.`,
}

type NotSaved = Extract<Fault, { kind: 'not-saved' }>
const notSaved: Record<NotSaved['why'], (folder: string) => string> = {
  full: (folder) => `It was not saved: the disk of ${folder} is full.`,
  'not-allowed': (folder) => `It was not saved: this user may not write in ${folder}.`,
  'no-folder': (folder) => `It was not saved: ${folder} is not a folder.`,
  'whole-disk': (folder) => `It was not saved: ${folder} is the whole disk.`,
  failed: (folder) => `It was not saved in ${folder}.`,
}

/** Returns one sentence for reports and terminals. @param isRead whether nothing was asked of a phone */
export function sayFault(fault: Fault, isRead = false): string {
  const sentence = say(fault)
  return mayHaveHappened(fault) && !isRead ? `${sentence} The phone may have done it.` : sentence
}

function say(fault: Fault): string {
  switch (fault.kind) {
    case 'problem': {
      const sentence = problems[fault.code] ?? `The service answered ${fault.code}.`
      return fault.detail === '' ? sentence : `${sentence} (${fault.detail})`
    }
    case 'network':
      return [
        network[fault.reason](fault.host),
        ...(fault.authority === undefined
          ? []
          : [`It was issued by “${fault.authority}”, which this computer does not know.`]),
      ].join(' ')
    case 'unreadable-answer':
      return `The service’s answer is unreadable (${[fault.status, fault.why, fault.field ?? []].flat().join(', ')}).`
    case 'user-agent-refused':
      return 'A network in front of the service refuses this program.'
    case 'scope-missing':
      return `The API key lacks the permission ${fault.scope}.`
    case 'handshake-refused':
      return `The service refused the phone’s ${fault.channel}. The key may lack the permission ${fault.channel}, or a limit is reached.`
    case 'budget-used-up':
      return `Today’s budget of ${fault.budget.replace('_', ' ')} is used up until ${fault.resetsAt}.`
    case 'socket-closed':
      return `The connection to the phone closed (${fault.code}${fault.reason === '' ? '' : `, ${fault.reason}`}).`
    case 'control-error':
      return `The phone did not take the input (${fault.code}).`
    case 'not-typed':
      return `The phone could not type ${fault.skipped.join(' ')}.`
    case 'input-not-sent':
      return 'because' in fault && fault.because
        ? `The input was not sent: ${say(fault.because)}`
        : 'The input was not sent.'
    case 'input-partly-sent':
      return 'The input was sent in part.'
    case 'input-unconfirmed':
      return 'The connection closed before the phone confirmed the input. It may have arrived.'
    case 'file':
      return `The file ${fault.name} can’t be uploaded (${fault.reason}).`
    case 'outcome-unknown':
      return 'The service did not confirm the upload. The phone may have the file.'
    case 'upload-differs':
      return 'The service received other bytes than the file has.'
    case 'job-pending':
      return `The phone is busy with a job${fault.job === null ? '' : ` (${fault.job})`}.`
    case 'launch-field':
      return fault.field
        ? `${fault.name}: ${takenBy(fault.field)} is needed.`
        : `The vocabulary has no field ${fault.name} of this automation.`
    case 'launch-unknown':
      return 'The service did not say whether it launched the job.'
    case 'keychain':
      return 'The keychain does not give the key.'
    case 'simulator':
      return `The simulator did not start: ${fault.detail}.`
    case 'not-saved':
      return `${notSaved[fault.why](fault.folder)}${fault.why === 'failed' && fault.detail !== '' ? ` (${fault.detail})` : ''}`
    case 'recording-off':
      return 'The administrator of this computer has switched recording off.'
    case 'ticket-refused':
      return `The service refused the upload ticket.${fault.detail === '' ? '' : ` (${fault.detail})`}`
    case 'launch-unsent':
      return 'Nothing was launched: nothing answered.'
    case 'no-such-key':
      return `The phone has no key ${fault.key}.`
    case 'own-file':
      return `The file ${fault.path} can’t be used (${fault.reason}).`
    case 'run-ended':
      return say(fault.because)
    case 'cancelled':
      return 'It was cancelled.'
    case 'internal':
      return `Fleetwall failed: ${fault.detail}`
    default:
      return `It failed (${fault.kind}).`
  }
}
