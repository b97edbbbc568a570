import type { TileState } from '../../src-shared/features/tile-state'

/** What this room says, in English. */
export const texts = {
  tile: {
    name: '{name}, {state}',
    screen: 'Screen of {name}',
    touch: 'Touch {name}',
    open: 'Open in focus view',
    labels: 'Labels: {names}',
    retryIn: 'Retrying in {span}',
    keyboard: 'Typing on {name}',
    keyboardMirrored: 'Typing on {name} and {n} more',
    announcement: '{name}: {text}',
    more: '+{n}',
    release: 'Shift+Esc to release',
    /** An action keeps the phone busy. */
    busy: '“{action}” is still running.',
    busyDetail: 'New input waits until this finishes. Cancel discards it.',
    cancel: 'Cancel',
    inputDiscarded: 'Waiting input discarded.',
    /** The control channel takes long to open. */
    opening: 'Connecting control. Your input waits.',
    discardedAfter: 'Input discarded. “{action}” may still run.',
    dismiss: 'Dismiss',
    waiting: 'Waiting for the first frame…',
    /** Also for a phone that the service has blocked. */
    silent: 'No video yet. A screenshot shows why.',
    unreadable: 'The last frame was damaged.',
    unreadableShort: 'Damaged',
    /** When a phone that is not live sent what is shown. */
    liveUntil: 'Last seen {time}',
    still: 'static',
    /** Frames a second. */
    rate: '{fps} fps',
    /** From the socket to the screen. */
    age: '{ms} ms',
  },

  states: {
    idle: 'Paused',
    connecting: 'Connecting',
    live: 'Live',
    parked: 'Disconnected',
    offline: 'Offline',
    blocked: 'Blocked',
    automation: 'Busy with a job',
  } satisfies Record<TileState['state'], string>,

  /** Why a phone is not live. */
  notLive: {
    connecting: 'Connecting…',
    parked: 'Disconnected.',
    offline: 'The phone is offline.',
    blocked: 'Blocked by the service for now.',
    atLimit: 'Account limit reached.',
    paused: 'Paused',
    outOfSight: 'Paused while off screen.',
    controlTaken: 'Taken over by another client.',
    controlAway: 'Control isn’t available right now.',
  },

  paste: {
    title: 'Paste into {name}?',
    titleMirrored: 'Paste into {name} and {n} more?',
    about: '{n} character will be typed: | {n} characters will be typed:',
    cost: 'Uses {n} action. | Uses {n} actions.',
    costLeft: 'Uses {n} action; {left} left today. | Uses {n} actions; {left} left today.',
    confirm: 'Paste',
    cancel: 'Cancel',
  },
} as const
