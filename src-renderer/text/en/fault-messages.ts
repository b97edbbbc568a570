import type { UnreadableReason } from '../../../src-shared/protocol/fault'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'

/** What is said of what went wrong. */
export const faultMessages = {
  faults: {
    userAgentRefused:
      'The network in front of the service refuses this program’s User-Agent; the key is not the cause.',
    notTyped: 'The phone could not type {characters}.',
    notTypedMore:
      'The phone could not type {characters} and {n} other character. | The phone could not type {characters} and {n} other characters.',
    noSuchKey: 'The phone has no key {key}: it was not sent.',
    /** One of the characters that were not typed. */
    quoted: '“{text}”',
    notCopied: 'What the phone copied could not be put on this computer’s clipboard.',
    notSaved: 'The screenshot could not be written into {folder}.',
    inputLost: 'That did not reach the phone: its control channel was not open.',
    inputLostBecause: 'That did not reach the phone. {why}',
    inputTurned: 'That was not done: the phone had turned meanwhile.',
    inputCut: 'Not all of that reached the phone: its control channel closed in the middle of it.',
    textUnanswered:
      'What was typed may not have reached the phone: its control channel closed before the answer.',
    inputUnanswered: 'What was done last may not have reached the phone: its control channel was lost.',
    ticketRefused: 'The service refused the ticket for this upload.',
    outcomeUnknown:
      'All bytes were sent, but the answer was lost: look on the phone before you send it again.',
    invalidEdit: 'This cannot be saved: {fields}.',
    /** A field of an edit, and what is the matter with it. */
    field: '{path} {message}',
    wholeEdit: 'the change {message}',
    launchInDoubt:
      'The service did not say whether the job was launched: the phone’s jobs are being read for it.',
    launchUnknown:
      'Whether the job was launched is not known: neither the service nor the phone’s jobs say so.',
    launchUnsent: 'Nothing was launched: the service could not be reached just before.',
    jobPending: '{job} is pending on this phone: nothing was sent, so as not to interrupt it.',
    cancelled: 'Cancelled.',
    givenUp: 'It was given up before its turn.',
    behindUnanswered:
      'The action before it was not answered, so that it was not sent. | An action was not answered: {n} that waited behind it were not sent.',
    behindUntyped: 'The phone has not said yet that the text before it is typed.',
    keyShape: 'This is not an API key: one has the shape prefix_live_id_secret.',
    fleetKnown: 'A fleet with this address and key is already here: “{name}”.',
    keychainLocked: 'The keychain is locked: unlock it, then try again.',
    keychainSilent: 'The keychain did not give the key.',
    simulator: 'The simulated fleet could not start.',
    internal: 'Fleetwall has a defect here.',
    lacks: 'Not available: this key lacks scope {scope}.',

    /** Another fleet was opened meanwhile. */
    notDone: {
      dropped:
        'What was still to be done on {n} phone may not have been: {names}. | What was still to be done on {n} phones may not have been: {names}.',
      droppedOnMany: 'What was still to be done on {phones} phones may not have been.',
    },
    notInterrupted: {
      minutesUsedUp: '{job} was not interrupted: today’s active minutes are used up.',
      maxActiveDevices:
        '{job} was not interrupted: the account’s limit of phones in use is reached. Let go of another phone first.',
    },

    refused: {
      stream:
        'The service refused this phone’s stream: the key may lack the scope “stream”, or a limit is reached.',
      control:
        'The service refused control of this phone: the key may lack the scope “control”, or a limit is reached.',
      streamWithoutRead:
        'The service refused this phone’s stream, cause unknown: to find it out the key needs the scope “read”.',
      controlWithoutRead:
        'The service refused control of this phone, cause unknown: to find it out the key needs the scope “read”.',
    },

    network: {
      'host-unknown': 'There is no host called {host}: check the address.',
      'connection-refused': 'Nothing answers at {host}.',
      'connection-lost': 'The connection to {host} was lost.',
      timeout: 'The service at {host} did not answer in time.',
      tls: 'The secure connection to {host} failed: its certificate is not accepted.',
    },
    noNetwork: 'This computer has no network.',

    closed: {
      taken: 'Another session took over this phone.',
      unreachable: 'The phone cannot be reached at the moment.',
      limit: 'The service closed the connection: a budget, a rate or a device limit is reached.',
      key: 'The key was revoked or has expired.',
      account: 'The account is not active, or the key may no longer do this.',
      tooLarge: 'The service refused a message that was too large.',
      other: 'The connection was lost (code {code}).',
    },

    control: {
      invalid_frame: 'The service did not understand what was done.',
      rate_limited: 'Too much at once: some of it was not applied.',
      device_error: 'The phone did not carry it out.',
      hold_timeout: 'The press was held too long, and the service let it go.',
    },
    controlOther: 'The service did not apply it ({code}).',

    file: {
      empty: '“{name}” is empty: there is nothing to send.',
      folder: '“{name}” is a folder, not a file.',
      unreadable: '“{name}” cannot be read.',
      'too-large': '“{name}” is too large for the service.',
      changed: '“{name}” has changed since it was given: push it again.',
      gone: '“{name}” is no longer there.',
      'page-gone': '“{name}” went with the page that was reloaded or closed: push it again.',
      unsaved: '“{name}” is on the clipboard alone: save it as a file first, then push that.',
    },
    moreFiles: 'And {n} more file cannot be sent. | And {n} more files cannot be sent.',
    isOffline: '{name} is offline now: no file can be sent to it.',
    noneOnline:
      'The phone is offline now: no file can be sent to it. | All {n} phones are offline now: no file can be sent to them.',
    fileLargerThan: '“{name}” is too large: the service takes at most {bytes} ({exact} bytes).',

    vocabulary: {
      unreadable: 'The vocabulary file {file} cannot be read; Fleetwall’s own words are used.',
      'too-large': 'The vocabulary file {file} is too large; Fleetwall’s own words are used.',
      encoding: 'The vocabulary file {file} is not text in UTF-8; Fleetwall’s own words are used.',
      'not-json': 'The vocabulary file {file} is not JSON; Fleetwall’s own words are used.',
      invalid:
        'The vocabulary file {file} has something that does not belong there; Fleetwall’s own words are used.',
    },

    address: {
      malformed: 'This is not an address: it should look like https://api.example.com/v1.',
      insecure:
        'The address must begin with https (or wss): only this computer itself may be reached without.',
      path: 'The address takes no “?”, no “#” and no password: leave them out.',
    },
  },

  problems: {
    invalid_action: 'The service did not accept what was asked.',
    unauthorized: 'The service does not know this key.',
    insufficient_tokens: 'There are too few automation tokens for this.',
    forbidden: 'The key may not do this, or it is not active.',
    device_blocked: 'The service has blocked this phone for now.',
    device_not_found: 'This phone is no longer in the fleet.',
    account_not_found: 'The account that was named does not exist.',
    job_not_found: 'This job is no longer known to the service.',
    ticket_already_used: 'The upload ticket was already used.',
    automation_pending: 'A job is already waiting or running on this phone.',
    payload_too_large: 'The file is larger than the service takes.',
    command_rejected: 'The phone was reached, but rejected the command.',
    label_limit_reached: 'The account cannot hold more labels.',
    rate_limited: 'Too many requests at once.',
    quota_exceeded: 'A daily budget is used up; it starts anew at midnight UTC.',
    max_active_devices_reached: 'As many phones are in use as the account allows.',
    internal: 'The service had an error of its own.',
    upload_failed: 'The file did not reach the phone.',
    device_offline: 'The phone is offline.',
    rename_unavailable: 'The phone could not be renamed now; nothing was changed.',
    upstream_unavailable: 'The service could not do it now.',
    kernel_timeout: 'The phone did not answer in time.',
  } satisfies Record<ProblemCode, string>,

  problem: {
    resetsAt: 'A daily budget is used up; there is more from {time}.',
    /** A problem’s sentence, and the wait that the service asks for. */
    wait: '{sentence} The service asks to wait {span}.',
  },

  unreadable: {
    'not-http': 'What answers at this address does not speak HTTP',
    empty: 'The service sent an empty answer',
    'too-long': 'The service sent an answer that is too long to be one',
    html: 'A web page came instead of the service’s answer',
    cut: 'The service’s answer was cut off',
    'content-type': 'The service sent another kind of content than was asked for',
    charset: 'The service sent an answer in a coding that cannot be read',
    'not-json': 'The service sent an answer that is garbled',
    'not-jpeg': 'The service sent a picture that is none',
    'unknown-code': 'The service reported an error that Fleetwall does not know',
  } satisfies Record<Exclude<UnreadableReason, 'missing-field' | 'wrong-field'>, string>,

  unreadableAnswer: {
    lacksField: 'The service’s answer lacks “{field}”',
    wrongField: 'The service’s answer has something unexpected in “{field}”',
    wrongShape: 'The service’s answer has another shape than expected',
    sentence: '{what}.',
    withStatus: '{what} (HTTP {status}).',
  },
} as const
