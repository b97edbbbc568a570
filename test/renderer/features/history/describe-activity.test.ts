import { afterEach, describe, expect, it } from 'vitest'
import vocabularyFile from '../../../../resources/vocabulary.json'
import { namedBy } from '../../../../src-renderer/features/history/activity-words'
import { describeActivity } from '../../../../src-renderer/features/history/describe-activity'
import { speak } from '../../../../src-renderer/text/current-language'
import type { ActivityEntry } from '../../../../src-shared/features/activity'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'

const keys = { vocabulary: vocabularySchema.parse(vocabularyFile), platform: 'linux' } as const
const entry = (more: Partial<ActivityEntry>): ActivityEntry => ({
  at: 0,
  fleet: 'Lab',
  publicId: 'dev_a',
  phone: 'Aster 01',
  what: 'action',
  outcome: 'done',
  about: '',
  fault: null,
  ...more,
})

describe('an entry of the activity log', () => {
  it.each([
    { what: 'action', about: 'press home', sentence: 'Action · Home · done' },
    { what: 'action', about: 'press lock', sentence: 'Action · Lock · done' },
    { what: 'action', about: 'press cmd+tab', sentence: 'Action · Press Cmd+Tab · done' },
    { what: 'action', about: 'press cmd+space', sentence: 'Action · Press Cmd+Space · done' },
    { what: 'action', about: 'press ctrl+shift++', sentence: 'Action · Press Ctrl+Shift++ · done' },
    { what: 'action', about: 'press a+b', sentence: 'Action · Press a+b · done' },
    { what: 'action', about: 'press', sentence: 'Action · press · done' },
    { what: 'action', about: 'airplane on', sentence: 'Action · Airplane mode on · done' },
    { what: 'edit', about: 'name labels', sentence: 'Edit · name, labels · done' },
    { what: 'job', about: 'completed warm_up', sentence: 'Job · Warm-up · Done' },
    { what: 'action', about: 'constructor', sentence: 'Action · constructor · done' },
    { what: 'job', about: 'toString __proto__', sentence: 'Job · “__proto__” · “toString”' },
    { what: 'job', about: 'completed', sentence: 'Job · Done' },
  ] as const)('names in words what $what “$about” was', ({ what, about, sentence }) => {
    expect(describeActivity(entry({ what, about }), keys)).toEqual({ sentence })
  })

  it.each([
    { what: 'flow', sentence: 'Flow · A · stopped' },
    { what: 'schedule', sentence: 'Schedule · A · stopped' },
    { what: 'flow', reason: 'It is away.', sentence: 'Flow · A · not run: It is away.' },
    { what: 'upload', sentence: 'Upload · A · cancelled' },
  ] as const)('says of a cancelled $what what its own row says: $sentence', ({ sentence, ...of }) => {
    expect(describeActivity(entry({ about: 'A', outcome: 'cancelled', ...of }), keys)).toEqual({ sentence })
    expect(namedBy('stopped', keys).namedOutcomes).toEqual(['cancelled'])
  })

  it('names the program that did it, and what became of its grant', () => {
    const of = (about: string, more: Partial<ActivityEntry> = {}) =>
      describeActivity(entry({ what: 'program', about, by: 'Helper', ...more }), keys).sentence
    expect(of('tap')).toBe('Program · Helper · tap')
    expect(of('grant')).toBe('Program · Helper · grant given')
    expect(of('see', { outcome: 'failed', fault: { kind: 'view-only' } })).toBe(
      'Program · Helper · see · failed: Not sent: this phone is view only.',
    )
    expect(namedBy('revoked', keys).namedAbouts).toEqual(['program revoke'])
  })
})

it('says why a flow failed', () => {
  const failed = entry({ what: 'flow', outcome: 'failed', about: 'Sign in', reason: '"OK" is not there.' })
  expect(describeActivity(failed, keys)).toEqual({ sentence: 'Flow · Sign in · failed: "OK" is not there.' })
})

describe('a search of the activity log', () => {
  afterEach(() => speak('en'))

  it('means the codes whose words hold the text', () => {
    expect(namedBy('send text', keys)).toEqual({ named: [], namedOutcomes: [], namedAbouts: ['action text'] })
    expect(namedBy('Failed', keys).namedOutcomes).toEqual(['failed'])
    expect(namedBy('upload', keys).named).toEqual(['upload'])
    expect(namedBy('notes, labels', keys).namedAbouts).toEqual([
      'edit notes labels',
      'edit name notes labels',
    ])
    expect(namedBy('warm', keys).namedAbouts).toContain('job failed warm_up')
    expect(namedBy(' ', keys)).toEqual({ named: [], namedOutcomes: [], namedAbouts: [] })
  })

  it('means the words of the window’s language', async () => {
    await speak('de')
    expect(namedBy('text senden', keys).namedAbouts).toEqual(['action text'])
    expect(namedBy('FERTIG', keys).namedOutcomes).toEqual(['done'])
  })
})
