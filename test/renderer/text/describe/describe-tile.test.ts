import { describe, expect, it } from 'vitest'
import type { TileState } from '../../../../src-shared/features/tile-state'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { describeFault } from '../../../../src-renderer/text/describe/describe-fault'
import {
  describeControl,
  describeHeard,
  describeKeyboard,
  describeTile,
} from '../../../../src-renderer/text/describe/describe-tile'
import { messages } from '../../../../src-renderer/text/messages'
import { offered } from '../../../../src-shared/texts/fault-text'
import { fakeTile } from '../../fake-phone'

const live = fakeTile('a')
const problem = (code: 'unauthorized' | 'forbidden' | 'device_not_found'): Fault => ({
  kind: 'problem',
  code,
  status: 400,
  detail: '',
})
const parked = (fault: Fault | null): TileState => ({ ...live, state: 'parked', fault })
const controlParked = (controlFault: Fault): TileState => ({ ...live, control: 'parked', controlFault })

const offeredBy = (tile: TileState) => {
  const text = describeTile(tile) ?? describeControl(tile)
  return text ? offered(text) : []
}

describe('the state of a phone', () => {
  it('is a word of its own', () => {
    expect(messages.states).toEqual({
      idle: 'Paused',
      connecting: 'Connecting',
      live: 'Live',
      parked: 'Disconnected',
      offline: 'Offline',
      blocked: 'Blocked',
      automation: 'Busy with a job',
    })
  })
})

describe('a phone that is connecting', () => {
  it('says so, and offers nothing', () => {
    const connecting: TileState = { ...live, state: 'connecting' }
    expect(describeTile(connecting)).toEqual({ sentence: 'Connecting…' })
    expect(offeredBy(connecting)).toEqual([])
  })
})

describe('a phone that is not to be had', () => {
  const said: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: 'In the lab.' }

  it.each([
    ['offline', 'The phone is offline.'],
    ['blocked', 'Blocked by the service for now.'],
  ] as const)('can be tried again, with what the service said: %s', (state, sentence) => {
    const text = { sentence, action: 'retry' }
    expect(describeTile({ ...live, state, fault: said })).toEqual({ ...text, detail: 'In the lab.' })
    expect(describeTile({ ...live, state })).toEqual(text)
  })
})

describe('a control channel that is away', () => {
  const closed: Fault = { kind: 'socket-closed', code: 1011, reason: '' }
  const refused: Fault = { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: false }
  const away = (controlFault: Fault): TileState => ({
    ...live,
    control: 'closed',
    controlFault,
    isControlAway: true,
  })

  it('is shown while no input waits for it, and can be retried at once', () => {
    expect(describeControl(away(closed))).toEqual({
      sentence: 'Control isn’t available right now.',
      detail: describeFault(closed).sentence,
      action: 'retry',
    })
    expect(describeControl({ ...away(closed), isControlAway: false })).toBe(null)
  })

  it('gives the reason of a refusal', () => {
    const { sentence, detail } = describeFault(refused)
    expect(describeControl(away(refused))).toEqual({ sentence, detail, action: 'retry' })
  })

  it('is not shown for a phone that is not live', () => {
    expect(describeControl({ ...away(closed), state: 'connecting' })).toBe(null)
  })
})

describe('a parked phone', () => {
  it('says why, or else that it is not live', () => {
    expect(describeTile(parked({ kind: 'user-agent-refused' }))?.sentence).toMatch(/User-Agent/)
    expect(describeTile(parked(null))).toEqual({ sentence: 'Disconnected.', action: 'retry' })
  })

  it.each([problem('unauthorized'), problem('forbidden'), { kind: 'socket-closed', code: 4401, reason: '' }])(
    'can be tried again with the same key, beside another: %j',
    (fault) => {
      expect(offeredBy(parked(fault as Fault))).toEqual(['retry', 'enter-key'])
    },
  )

  it.each([{ kind: 'user-agent-refused' }, null])(
    'can be tried again when nothing else helps: %j',
    (fault) => {
      expect(offeredBy(parked(fault as Fault | null))).toEqual(['retry'])
    },
  )

  it('that is gone from the fleet needs the list', () => {
    expect(offeredBy(parked(problem('device_not_found')))).toEqual(['refresh'])
  })
})

describe('a phone with a pending job', () => {
  const textOf = (job: TileState['job']) =>
    describeTile({ ...live, state: 'automation', idleReason: 'job', job })

  it.each([
    ['queued', 'Warm-up is waiting to run.'],
    ['dispatched', 'Warm-up is running.'],
    ['resting', 'Warm-up is “resting”.'],
  ])('names the state of the job, and can be interrupted: %s', (status, sentence) => {
    expect(textOf({ kind: 'warm_up', status })).toMatchObject({ sentence, action: 'interrupt' })
  })

  it('says so while it is being launched, when there is nothing to interrupt', () => {
    expect(textOf({ kind: 'account_status', status: null })).toEqual({
      sentence: 'Account status is launching.',
      detail: 'Connecting would interrupt the job.',
    })
  })

  it('says how often it was interrupted, and when a retry is due', () => {
    const retryAt = new Date(2026, 2, 1, 12, 6).getTime()
    const interrupted = { times: 1, next: 1, retryAt }
    const waiting = { kind: 'warm_up', status: 'queued' }
    const due = textOf({ ...waiting, interrupted })
    expect(due?.sentence).toMatch(/^Warm-up is waiting to run\. Interrupted 1 of 3 times, retry due 12:06/)
    expect(due?.detail).toContain('interrupts nothing')
    const any = textOf({ ...waiting, interrupted: { times: 2, next: 3, retryAt: null } })
    expect(any?.sentence).toBe('Warm-up is waiting to run. Interrupted 2 of 3 times.')
    expect(any?.detail).toBe('Connecting would interrupt the job.')
  })

  it('names a job of a kind that is not known as it came', () => {
    expect(textOf({ kind: 'spring_clean', status: 'queued' })?.sentence).toMatch(/^“spring_clean” is waiting/)
    expect(textOf({ kind: null, status: 'queued' })?.sentence).toMatch(/^A job is waiting/)
  })
})

describe('an idle phone', () => {
  const sentenceOf = (idleReason: TileState['idleReason']) =>
    describeTile({ ...live, state: 'idle', idleReason })?.sentence

  it('names the fault that it waits for', () => {
    const fault: Fault = { kind: 'network', reason: 'connection-refused', host: 'api.example' }
    expect(describeTile({ ...live, state: 'idle', idleReason: 'passing', fault })).toEqual({
      sentence: describeFault(fault).sentence,
    })
  })

  it('that has just come into sight is not said to be out of it', () => {
    expect(sentenceOf('passing')).toBe('Connecting…')
    expect(sentenceOf('hidden')).toMatch(/off screen/)
  })

  it('that has no place can be opened, and so have one', () => {
    expect(describeTile({ ...live, state: 'idle', idleReason: 'max-active-devices' })).toEqual({
      sentence: 'Account limit reached.',
      action: 'open',
    })
  })

  it('that has no minutes says when there are more, and can be tried again', () => {
    const resetsAt = '2030-01-01T00:00:00Z'
    const fault: Fault = { kind: 'budget-used-up', budget: 'active_minutes', resetsAt }
    const tile: TileState = { ...live, state: 'idle', idleReason: 'minutes-used-up', fault }
    expect(describeTile(tile)).toEqual(describeFault(fault))
    expect(offeredBy(tile)).toEqual(['retry'])
  })
})

describe('a live phone', () => {
  it('needs nothing', () => {
    expect(offeredBy(live)).toEqual([])
  })

  it.each([problem('forbidden'), problem('device_not_found'), { kind: 'user-agent-refused' }])(
    'can have its parked control channel tried again: %j',
    (fault) => {
      expect(offeredBy(controlParked(fault as Fault))).toEqual(['retry'])
    },
  )

  it('can be taken back', () => {
    expect(offeredBy({ ...live, control: 'taken' })).toEqual(['take-control'])
    expect(describeControl({ ...live, control: 'taken' })?.sentence).toBe('Taken over by another client.')
  })

  it('ignores a channel that is closed or reconnecting', () => {
    const lost: Fault = { kind: 'socket-closed', code: 1011, reason: '' }
    expect(describeControl({ ...live, control: 'closed', controlFault: lost })).toBeNull()
    expect(describeControl({ ...live, control: 'parked' })).toBeNull()
  })
})

describe('the keyboard of a phone', () => {
  it('is named whole, with how many more do the same', () => {
    expect(describeKeyboard('Ann', 0)).toBe('Typing on Ann')
    expect(describeKeyboard('Ann', 11)).toBe('Typing on Ann and 11 more')
  })
})

describe('the announcement of a phone', () => {
  it('is its name, and why it is not live or that it is', () => {
    expect(describeHeard('Ann', live)).toBe('Ann: Live')
    expect(describeHeard('Ann', { ...live, state: 'offline' })).toBe('Ann: The phone is offline.')
  })
})
