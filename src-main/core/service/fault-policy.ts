import { closePolicy, type ClosePolicy } from '../../../src-shared/protocol/close-code'
import type { Fault, FaultKind } from '../../../src-shared/protocol/fault'
import { limits } from '../../../src-shared/protocol/limits'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'
import { scopeNamed } from '../../../src-shared/protocol/scope'

/**
 * What to expect of the same request later.
 * - `passes`: it may succeed in a moment
 * - `lasts`: not in a moment, but perhaps later
 * - `budget`: not before a daily budget resets
 * - `taken`: not before the user takes control
 * - `person`: not before a person changes something
 * - `key`: not before the key is replaced or allowed again
 */
export type Outlook = 'passes' | 'lasts' | 'budget' | 'taken' | 'person' | 'key'

/** What can be repeated: a GET, an action by hand, a task's step, an upload, a poll. Sockets go by the outlook. */
export type Retried = 'read' | 'action' | 'step' | 'upload' | 'poll'

/** What a fault leads to. */
export interface FaultRule {
  outlook: Outlook
  /** Retries after the first attempt; left out: none. */
  retries: Partial<Record<Retried, number>>
  /**
   * When the retry goes out.
   * - `now`: at once
   * - `wait`: after `Retry-After` and a growing random wait (`time/backoff`)
   * - `reset`: the same, but not before the budget resets
   */
  after: 'now' | 'wait' | 'reset'
  /**
   * What waits with it.
   * - `request`: nothing else
   * - `rate`: what shares the rate limit
   * - `fleet`: everything, because nothing answers; one request at a time probes (`outage`)
   * - `account`: everything of its kind; it would fail the same way
   */
  holds: 'request' | 'rate' | 'fleet' | 'account'
}

const always = Infinity
const returns = { poll: always }

const lasts: FaultRule = { outlook: 'lasts', retries: returns, after: 'wait', holds: 'request' }
const passes: FaultRule = { ...lasts, outlook: 'passes', retries: { ...returns, read: 2 } }
const budget: FaultRule = { outlook: 'budget', retries: returns, after: 'reset', holds: 'account' }
const person: FaultRule = { outlook: 'person', retries: {}, after: 'wait', holds: 'account' }
const key: FaultRule = { ...person, outlook: 'key' }

/** Each problem code of spec 7. */
export const problemRules = {
  rate_limited: {
    ...passes,
    retries: { ...passes.retries, action: 2, step: always, upload: 10 },
    holds: 'rate',
  },
  internal: passes,
  device_offline: passes,
  kernel_timeout: passes,

  invalid_action: lasts,
  insufficient_tokens: { ...lasts, holds: 'account' },
  device_blocked: lasts,
  account_not_found: lasts,
  job_not_found: lasts,
  ticket_already_used: { ...lasts, retries: { ...returns, upload: 1 }, after: 'now' },
  automation_pending: lasts,
  payload_too_large: lasts,
  command_rejected: lasts,
  label_limit_reached: lasts,
  max_active_devices_reached: { ...lasts, retries: { ...returns, action: 1, step: 5 } },
  upload_failed: { ...lasts, retries: { ...returns, upload: 2 } },
  rename_unavailable: lasts,
  upstream_unavailable: { ...lasts, retries: { ...returns, step: 3 } },

  quota_exceeded: budget,
  forbidden: person,
  device_not_found: { ...person, holds: 'request' },
  unauthorized: key,
} satisfies Record<ProblemCode, FaultRule>

/** Each way in which an open socket closes (spec 7, close codes). */
const closeRules = {
  retry: passes,
  'retry-unless-used-up': passes,
  'stay-closed': { ...person, outlook: 'taken', holds: 'request' },
  'park-channel': { ...person, holds: 'request' },
  'park-key': key,
} satisfies Record<ClosePolicy, FaultRule>

const unheard: FaultRule = { ...passes, retries: { ...passes.retries, step: 3 }, holds: 'fleet' }

type NetworkReason = Extract<Fault, { kind: 'network' }>['reason']

/** Each reason why nothing answers. */
const networkRules = {
  'host-unknown': unheard,
  'connection-refused': unheard,
  'connection-lost': unheard,
  timeout: unheard,
  'no-network': unheard,
  tls: lasts,
  'proxy-address': lasts,
  'proxy-unreachable': unheard,
  'proxy-tls': lasts,
  'proxy-password': lasts,
  'proxy-login-refused': lasts,
  'proxy-refused': lasts,
  'proxy-cut': unheard,
  'proxy-sockets': lasts,
} satisfies Record<NetworkReason, FaultRule>

/** Each fault that does not come from the service's own answer. */
const localRules = {
  'user-agent-refused': person,
  'budget-used-up': budget,
  'ticket-refused': { ...lasts, retries: { ...returns, upload: 1 }, after: 'now' },
  'launch-unsent': { ...lasts, retries: { ...returns, step: 3 }, holds: 'fleet' },
  'launch-unknown': { ...lasts, holds: 'fleet' },
} satisfies Partial<Record<FaultKind, FaultRule>>

const isLocal = (kind: FaultKind): kind is keyof typeof localRules => kind in localRules

/** How long a request repeats while nothing answers, in ms. */
export const unheardForMs = { upload: 30_000, step: 600_000 } as const

/** The longest `Retry-After` that someone waits for, in ms. */
const patienceMs: Partial<Record<Retried, number>> = { read: 30_000, action: 5000 }

/** Rates of our own, or of spec 8, in the unit that their limiter takes. */
export const rates = {
  /** The share of a specified rate that is used: other clients spend from the same account. */
  share: 0.9,
  /** Connects of one fleet, so that a hundred lost phones do not return together. */
  connects: { perSecond: 20, burst: 10 },
  uploads: { most: limits.uploadsPerMinute, spanMs: 60_000, atOnce: limits.uploadsAtOnce },
  edits: { perDevice: limits.editsPerDevice, perAccount: limits.editsPerAccount },
  launches: { perDevice: limits.launchesPerDevice, perAccount: limits.launchesPerAccount },
  /** For actions and snapshots, whose rates spec 8, rule 8 doesn't name: `rate-gate` learns each from here. */
  guess: {
    perDevice: { perSecond: 20, burst: 20 },
    perAccount: { perSecond: 40, burst: 40 },
    isGuess: true,
  },
  jobReads: limits.automationReads,
} as const

/** Returns what a fault leads to. */
export function ruleOf(fault: Fault): FaultRule {
  switch (fault.kind) {
    case 'problem':
      return problemRules[fault.code]
    case 'socket-closed':
      return closeRules[closePolicy(fault.code)]
    case 'network':
      return networkRules[fault.reason]
    case 'unreadable-answer': {
      const { why, status } = fault
      // A proxy says 500 and 504 in its own words.
      const rule = why === 'cut' || status === 500 || status === 504 ? passes : lasts
      const isRefused = status >= 300 && status < 500
      return isRefused ? rule : { ...rule, retries: { ...rule.retries, step: 3 } }
    }
    default:
      return isLocal(fault.kind) ? localRules[fault.kind] : lasts
  }
}

/** Returns what to expect of the same request later. */
export const outlookOf = (fault: Fault): Outlook => ruleOf(fault).outlook

/** Returns how often something is retried after a fault; 0 for never. */
export const retriesOf = (fault: Fault, what: Retried): number => ruleOf(fault).retries[what] ?? 0

/** Whether the key itself is refused (spec 5, rule 9; spec 7, 4401). */
export const refusesKey = (fault: Fault): boolean => outlookOf(fault) === 'key'

/**
 * Whether a key does not work now: it is refused, or it, its account or this computer's address is not accepted (spec 5, rules
 * 6 and 10). A missing scope ends only what needs it.
 */
export function shutsOut(fault: Fault): boolean {
  if (fault.kind === 'socket-closed') return [4401, 4403].includes(fault.code) && !scopeNamed(fault.reason)
  const isForbidden = fault.kind === 'problem' && fault.code === 'forbidden'
  return refusesKey(fault) || (isForbidden && !scopeNamed(fault.detail))
}

/** Whether a phone, or something on the way to it, did not answer in time. */
export function isSilence(fault: Fault): boolean {
  if (fault.kind === 'network') return fault.reason === 'timeout'
  return fault.kind === 'problem' && fault.code === 'kernel_timeout'
}

/** Whether a request was one too many for a rate (spec 8, rule 3). */
export const isRateLimit = (fault: Fault): boolean =>
  fault.kind === 'problem' && fault.code === 'rate_limited'

/** Whether a rate is one phone's: its layer is free text, which has to name a device and nothing wider. */
export function limitsDevice(fault: Fault): boolean {
  const layer = fault.kind === 'problem' ? (fault.limitLayer ?? '') : ''
  return /device/i.test(layer) && !/account|key/i.test(layer)
}

/** Returns how long the service asks to wait at least, in ms (spec 7, rule 3). */
export function retryAfterMs(fault: Fault): number {
  return fault.kind === 'problem' ? (fault.retryAfterS ?? 0) * 1000 : 0
}

/** Whether an action or a connect was refused because too many phones are in use at once (spec 8, rule 2). */
export const isWithoutPlace = (fault: Fault): boolean =>
  fault.kind === 'problem' && fault.code === 'max_active_devices_reached'

// An action makes the plan end a stream for it, unless more important ones have all places.
const placeIsFreeWithinMs = 3000

/**
 * Returns how long to wait before a retry, in ms: as the service asks, or until this program has freed a place itself. Null
 * when it is not retried, or the service asks for too long.
 */
export function askedWaitMs(fault: Fault, what: Retried): number | null {
  const makesRoom = isWithoutPlace(fault) && (what === 'action' || what === 'step')
  const asked = makesRoom ? placeIsFreeWithinMs : retryAfterMs(fault)
  return retriesOf(fault, what) === 0 || asked > (patienceMs[what] ?? Infinity) ? null : asked
}

/**
 * Returns how long no attempt is worth making, in ms: what the service asks for, and after a used-up budget until it
 * resets (spec 8, rule 2).
 * @param msUntil how long until an instant of the service's clock, in ms
 */
export function quietMs(fault: Fault, msUntil: (instant: string) => number): number {
  const resetsAt = 'resetsAt' in fault ? fault.resetsAt : undefined
  const untilReset = resetsAt !== undefined && ruleOf(fault).after === 'reset' ? msUntil(resetsAt) : 0
  return Math.max(retryAfterMs(fault), untilReset)
}
