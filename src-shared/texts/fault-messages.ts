import type { AutomationKind } from '../protocol/automation-kind'
import { answerMessages } from './answer-messages'

/** What went wrong, and what a sentence about it names. */
export const faultMessages = {
  faults: {
    userAgentRefused: 'A network filter blocks Fleetwall’s User-Agent. Your key is fine.',
    notTyped: 'The phone can’t type {characters}.',
    notTypedMore: 'The phone can’t type {characters} and {n} more.',
    noSuchKey: 'The phone has no {key} key.',
    /** One of the characters that were not typed. */
    quoted: '“{text}”',
    labelColors:
      'The account already has {labels}, and keeps its colour. | The account already has {labels}, and keeps their colours.',
    notCopied: 'Couldn’t copy to this computer.',
    recordingStopped: {
      'disk-full': 'Recording stopped: the disk of {folder} is full. What was recorded is kept.',
      'disk-slow': 'Recording stopped: the disk of {folder} is too slow. What was recorded is kept.',
      'not-written': 'Recording stopped: {folder} can’t be written. What was recorded is kept.',
      gone: 'Recording lost: removed from {folder} while it was written.',
    },
    notSaved: {
      full: 'Not saved: the disk of {folder} is full.',
      'not-allowed': 'Not saved: Fleetwall may not write in {folder}.',
      'no-folder': 'Not saved: {folder} isn’t a folder, or has a file where one should be.',
      'whole-disk': 'Not saved: {folder} is the whole disk. Choose a folder for captures in Settings.',
      failed: 'Couldn’t save the file in {folder}.',
    },
    notConverted: {
      gone: 'Not converted: {name} is no longer there.',
      unreadable: 'Not converted: {name} isn’t a recording that Fleetwall can read.',
      empty: 'Not converted: {name} has no whole frame.',
      'no-encoder': 'Not converted: this computer can’t encode a video of this format and size.',
      busy: 'Not converted: another recording is being converted.',
      ended: 'The conversion was cancelled.',
      failed: 'Couldn’t convert {name}.',
    },
    notDeleted: {
      'in-use': 'Not deleted: {name} is being recorded or converted.',
      'no-trash': 'Not deleted: {name} couldn’t be moved to the trash.',
      failed: 'Couldn’t delete {name}.',
    },
    recordingOff: 'A policy of this computer turns recording off.',
    inputLost: 'Not sent: control wasn’t connected.',
    inputLostBecause: 'Not sent. {why}',
    sizeUnknown: 'Not sent: the phone’s screen size is unknown. {why}',
    inputRotated: 'Not sent: the phone rotated.',
    inputPartlySent: 'Some input was lost: control dropped.',
    inputUnconfirmed: 'Input may not have reached the phone.',
    ticketRefused: 'The service refused the upload ticket.',
    outcomeUnknown: 'The service didn’t confirm the upload. Check the phone before you retry.',
    uploadDiffers: 'The receipt’s SHA-256 differs. Check the phone before you retry.',
    invalidEdit: 'Can’t save: {fields}.',
    /** A field of an edit, and what is wrong with it. */
    field: '{path} {message}',
    wholeEdit: 'the change {message}',
    launchInDoubt: 'The service didn’t confirm the launch. Checking the phone’s jobs…',
    launchUnknown: 'The launch wasn’t confirmed. Check the phone’s jobs before you retry.',
    launchField: 'Not launched: {title} takes {what}.',
    noLaunchField: 'Not launched: the vocabulary has no field {name} for this automation.',
    launchUnsent: 'Nothing launched: the service was unreachable.',
    viewOnly: 'Not sent: this phone is view only.',
    heldByPerson: 'A person is using this phone.',
    heldByProgram: '{name} is using this phone.',
    door: {
      'long-path':
        'Programs can’t connect: the path {detail} is too long. Start with a shorter --user-data-dir.',
      failed: 'Programs can’t connect: {detail}.',
      forbidden: 'The admin­istrator of this computer has switched programs off.',
      'no-call': 'Programs have no call {detail}.',
      parameters: 'The call {detail} doesn’t take these parameters.',
      'no-grant': 'The call {detail} needs a grant.',
      granted: 'A program with a grant has its tools alone, not {detail}.',
      line: 'This line is no call: programs send one JSON object a line, at most 1 MB.',
      full: 'Too many programs are connected. End one of them first.',
      flood: 'The program has too many calls under way. It should wait for answers.',
    },
    grantRefused: {
      unknown: 'There is no grant “{name}” with this token.',
      over: 'The grant “{name}” has ended.',
      phone: 'The grant “{name}” isn’t for this phone.',
      tool: 'The grant “{name}” doesn’t include this tool.',
      folder: 'The grant “{name}” doesn’t include this folder.',
      'read-only': 'The grant “{name}” is read-only.',
      actions: 'The grant “{name}” allows no more actions this hour.',
    },
    jobPending: 'Not sent: {job} is pending on this phone.',
    cancelled: 'Cancelled.',
    flowUnreadable: 'The flow {file} can’t be used.',
    flowShortage: '{budget}: not enough left today.',
    rule: {
      pattern: 'Fleetwall can’t read this regular expression.',
      'too-many': 'This fleet has as many rules as it can.',
      address: 'Fleetwall calls only addresses that begin with https://.',
      answer: 'The address of the rule didn’t accept the call.',
      'calls-off': 'Your organisation has turned calls off.',
      'many-calls': 'Too many calls of rules are waiting.',
      'has-flow': 'The phone still runs flows.',
    },
    checkRefused: {
      'no-picture': 'The phone has shown no picture yet.',
      unreadable: 'The phone sent a picture that can’t be read.',
      small: 'The box is too small: it needs 8 pixels or more each way.',
      outside: 'The box isn’t within the picture.',
      plain: 'The box shows one shade only, as many screens do. Drag a larger one.',
      unlike: 'Fleetwall doesn’t find this part again. Drag a larger box.',
      turned: 'No check inserted: the phone turned.',
      left: 'No check inserted: the phone is no longer live.',
      ended: 'No check inserted: the recording has ended.',
    },
    inputCancelled: 'Cancelled before it started.',
    earlierUnanswered: 'Not sent: no answer to what came before.',
    keyShape: 'This isn’t an API key. A key looks like prefix_live_id_secret.',
    fleetKnown: 'This address and key are already saved as “{name}”.',
    keychainLocked: 'The keychain is locked. Unlock it, then retry.',
    keychainSilent: 'The keychain didn’t return the key.',
    simulator: 'The simulated fleet couldn’t start.',
    internal: 'Something went wrong in Fleetwall.',
    missingPermission: 'This key needs permission “{scope}”.',

    /** Another fleet was opened. */
    runGivenUp:
      'Another fleet opened. {n} change to the last one was cancelled or unconfirmed. | Another fleet opened. {n} changes to the last one were cancelled or unconfirmed.',
    /** Another fleet was opened before this input was sent. */
    notDone: {
      dropped:
        'Pending input on {n} phone may be lost: {names}. | Pending input on {n} phones may be lost: {names}.',
      droppedOnMany: 'Pending input on {phones} phones may be lost.',
    },
    /** What waited after something that a phone is slow to do. */
    mirrorSkipped: {
      dropped:
        'Mirrored input discarded on {n} phone: {names}. | Mirrored input discarded on {n} phones: {names}.',
      droppedOnMany: 'Mirrored input discarded on {phones} phones.',
    },
    notInterrupted: {
      minutesUsedUp: '{job} continues: today’s minutes are used up.',
      maxActiveDevices: '{job} continues: account limit reached. Free another phone first.',
    },

    refused: {
      stream: 'The service refused this stream.',
      control: 'The service refused control.',
      /** Stand under one of the sentences above. */
      maybe: 'The key may need permission “{scope}”, or a limit is reached.',
      withoutRead: 'The cause is unknown. Finding it needs permission “read”.',
    },

    network: {
      'host-unknown': 'Can’t find {host}. Check the address.',
      'connection-refused': 'Nothing answers at {host}.',
      'connection-lost': 'Lost the connection to {host}.',
      timeout: 'No answer from {host} in time.',
      tls: 'The certificate of {host} isn’t trusted.',
      'proxy-address': 'The proxy address “{host}” is invalid.',
      'proxy-unreachable': 'The proxy {host} doesn’t answer.',
      'proxy-tls': 'This computer doesn’t trust the proxy {host}.',
      'proxy-password': 'The proxy {host} asks for a name and password.',
      'proxy-login-refused': 'The proxy {host} refused the password.',
      'proxy-refused': 'The proxy {host} refused the connection.',
      'proxy-cut': 'The proxy {host} ended the connection.',
      'proxy-sockets': 'The proxy {host} blocks live pictures.',
    },
    /** Under the sentence of a certificate. */
    authority: 'Issued by “{name}”, which this computer doesn’t know.',
    trust: 'If you trust it, add its certificate to {file} in the user-data folder, and restart Fleetwall.',
    noNetwork: 'This computer is offline.',

    closed: {
      taken: 'Taken over by another client.',
      unreachable: 'The phone can’t be reached right now.',
      limit: 'A budget or limit is reached.',
      key: 'The key has expired or was revoked.',
      account: 'Account inactive, or key not allowed.',
      tooLarge: 'The service got too large a message.',
      other: 'Connection lost (code {code}).',
    },

    control: {
      invalid_frame: 'The service didn’t understand that.',
      rate_limited: 'Too fast: some input was dropped.',
      device_error: 'The phone couldn’t do that.',
      hold_timeout: 'Held too long: the press ended.',
    },
    controlOther: 'The service rejected that ({code}).',
    moreErrors: '{n} more error came from this phone. | {n} more errors came from this phone.',

    file: {
      empty: '“{name}” is empty.',
      folder: '“{name}” is a folder, not a file.',
      unreadable: 'Can’t read “{name}”.',
      'too-large': '“{name}” is too large for the service.',
      changed: '“{name}” has changed. Upload it again.',
      gone: '“{name}” no longer exists.',
      'page-gone': 'The page with “{name}” was closed. Upload it again.',
      unsaved: '“{name}” is only on the clipboard. Save it as a file first.',
    },
    notFound: {
      fleet: 'There is no fleet “{name}” here. Add it first.',
      phone: 'This fleet has no phone “{name}”.',
      view: 'This fleet has no saved view “{name}”.',
      link: 'Fleetwall doesn’t know the link “{name}”.',
    },
    phonesLeftOut:
      '{n} phone is not shown: the service’s entry for it is unreadable. | {n} phones are not shown: the service’s entries for them are unreadable.',
    moreFiles: '{n} more file can’t be uploaded. | {n} more files can’t be uploaded.',
    isOffline: '{name} is offline and can’t receive files.',
    noneOnline:
      'The phone is offline and can’t receive files. | All {n} phones are offline and can’t receive files.',
    fileLargerThan: '“{name}” is too large. The limit is {bytes} ({exact} bytes).',

    policy: {
      entry: 'Can’t use “{entry}” in the policy {file}. It changes nothing.',
      unreadable: 'Can’t read the policy {file}. It changes nothing.',
      json: 'The policy {file} isn’t valid JSON. It changes nothing.',
      owner: 'Policy ignored: users other than root can change {file}.',
    },
    updateRefused: {
      unsigned: 'A new version was left out: its makers have not signed it.',
      'other-system': 'A new version was left out: it is for another system or processor.',
      stale: 'The list of new versions is out of date. Look for a new version yourself.',
    },
    noFont: 'No font of this computer shows {language}. On Linux, install Noto Sans CJK.',
    noSandbox: 'Fleetwall runs without its sandbox. Install the deb or rpm to get it.',
    authorities: 'Can’t use the certificates in {file}.',
    ownFile: {
      'set-aside': 'Part of a settings file was unreadable. The file is kept as {file}.',
      unreadable: 'Can’t read {file}. Fleetwall leaves it as it is and saves nothing there.',
      newer: 'From a newer Fleetwall: {file}. It is left as it is; changes aren’t saved.',
      'not-written': 'Can’t save {file}. Is the disk full or read-only?',
      full: 'Today’s activity file is full: {file}. Later entries of today aren’t saved.',
    },
    vocabulary: {
      unreadable: 'Can’t read vocabulary file {file}. Fleetwall uses its defaults.',
      'too-large': 'Vocabulary file {file} is too large. Fleetwall uses its defaults.',
      encoding: 'Vocabulary file {file} isn’t UTF-8 text. Fleetwall uses its defaults.',
      'not-json': 'Vocabulary file {file} isn’t valid JSON. Fleetwall uses its defaults.',
      invalid: 'Vocabulary file {file} has an invalid entry. Fleetwall uses its defaults.',
    },

    address: {
      malformed: 'Enter an address like https://api.example.com/v1.',
      insecure: 'The address must start with https or wss, except on this computer.',
      path: 'Remove “?”, “#” and the password from the address.',
    },
  },

  ...answerMessages,

  budgets: {
    active_minutes: {
      name: 'Minutes',
      unit: '{n} minute | {n} minutes',
      usedUp: 'Today’s minutes are used up. Resets {time}.',
      low: '{share} of today’s minutes used, {n} left. Resets {time}.',
    },
    actions: {
      name: 'Actions',
      unit: '{n} action | {n} actions',
      usedUp: 'Today’s actions are used up. Resets {time}.',
      low: '{share} of today’s actions used, {n} left. Resets {time}.',
    },
    snapshots: {
      name: 'Snapshots',
      unit: '{n} snapshot | {n} snapshots',
      usedUp: 'Today’s snapshots are used up. Resets {time}.',
      low: '{share} of today’s snapshots used, {n} left. Resets {time}.',
    },
    uploads: {
      name: 'Uploads',
      unit: '{n} upload | {n} uploads',
      usedUp: 'Today’s uploads are used up. Resets {time}.',
      low: '{share} of today’s uploads used, {n} left. Resets {time}.',
    },
  },

  jobNames: {
    kinds: {
      warm_up: 'Warm-up',
      account_status: 'Account status',
      list_accounts: 'Account list',
    } satisfies Record<AutomationKind, string>,
    unnamed: 'A job',
    /** An unknown kind, as it came. */
    unknown: '“{name}”',
  },

  /** The fields of requests, by the service's names. */
  requestFields: {
    custom_name: 'Name',
    notes: 'Notes',
    labels: 'Labels',
    account: 'Account',
    kind: 'Automation',
  },

  /** What a field of a launch takes, after a verb. */
  launchTakes: {
    integer: 'a whole number',
    number: 'a number',
    between: '{what} from {min} to {max}',
    least: '{what} of at least {min}',
    most: '{what} of at most {max}',
    text: '{min} to {max} characters',
    boolean: 'true or false',
    choice: 'one of {choices}',
  },
} as const
