import { describe, expect, it } from 'vitest'
import type { Fault, FaultKind } from '../../../../src-shared/protocol/fault'
import { problemCodes } from '../../../../src-shared/protocol/problem-code'
import { budgetNames } from '../../../../src-shared/protocol/budget-name'
import { speak } from '../../../../src-renderer/text/current-language'
import { describeFault } from '../../../../src-renderer/text/describe/describe-fault'
import { formatInstant } from '../../../../src-renderer/text/numbers'

const problem = (code: (typeof problemCodes)[number]): Fault => ({
  kind: 'problem',
  code,
  status: 400,
  detail: 'What the service says.',
})
const network = (reason: Extract<Fault, { kind: 'network' }>['reason']): Fault => ({
  kind: 'network',
  reason,
  host: 'api.example.com',
})
const file = (reason: Extract<Fault, { kind: 'file' }>['reason']): Fault => ({
  kind: 'file',
  reason,
  name: 'film.mov',
})

/** At least one fault of every kind, and one for every reason that has words of its own. */
const faults: Record<FaultKind, Fault[]> = {
  problem: problemCodes.map(problem),
  'unreadable-answer': [
    ...(
      [
        'not-http',
        'empty',
        'too-long',
        'html',
        'cut',
        'content-type',
        'charset',
        'not-json',
        'not-jpeg',
        'unknown-code',
      ] as const
    ).map((why): Fault => ({ kind: 'unreadable-answer', status: 502, why, excerpt: 'Bad gateway' })),
    { kind: 'unreadable-answer', status: 200, why: 'missing-field', field: 'max_bytes', excerpt: '' },
    { kind: 'unreadable-answer', status: 200, why: 'wrong-field', field: '0.labels', excerpt: '' },
    { kind: 'unreadable-answer', status: 200, why: 'wrong-field', field: '', excerpt: '' },
  ],
  'user-agent-refused': [{ kind: 'user-agent-refused' }],
  network: (
    ['host-unknown', 'connection-refused', 'connection-lost', 'timeout', 'tls', 'no-network'] as const
  ).map(network),
  'handshake-refused': [
    { kind: 'handshake-refused', status: 403, channel: 'stream', withoutRead: false },
    { kind: 'handshake-refused', status: 403, channel: 'stream', withoutRead: true },
    { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: false },
    { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: true },
  ],
  'no-such-key': [{ kind: 'no-such-key', key: 'F5' }],
  'not-interrupted': [
    { kind: 'not-interrupted', job: 'warm_up', reason: 'max-active-devices' },
    { kind: 'not-interrupted', job: null, reason: 'minutes-used-up' },
  ],
  'input-not-sent': [
    { kind: 'input-not-sent', why: 'channel-closed' },
    { kind: 'input-not-sent', why: 'channel-closed', because: problem('device_offline') },
    { kind: 'input-not-sent', why: 'size-unknown', because: problem('kernel_timeout') },
    { kind: 'input-not-sent', why: 'rotated' },
    { kind: 'input-not-sent', why: 'cancelled' },
    { kind: 'input-not-sent', why: 'earlier-unanswered' },
    { kind: 'input-not-sent', why: 'mirror-skipped', names: ['Lab 1'] },
    { kind: 'input-not-sent', why: 'mirror-skipped', names: ['A', 'B', 'C', 'D', 'E'] },
  ],
  'input-partly-sent': [{ kind: 'input-partly-sent' }],
  'input-unconfirmed': [
    { kind: 'input-unconfirmed' },
    { kind: 'input-unconfirmed', names: ['Lab 1', 'Lab 2'] },
    { kind: 'input-unconfirmed', names: ['A', 'B', 'C', 'D', 'E'] },
  ],
  'run-given-up': [
    { kind: 'run-given-up', steps: 1 },
    { kind: 'run-given-up', steps: 2 },
  ],
  'scope-missing': [{ kind: 'scope-missing', scope: 'control' }],
  'launch-in-doubt': [{ kind: 'launch-in-doubt' }],
  'launch-unknown': [{ kind: 'launch-unknown' }],
  'launch-unsent': [{ kind: 'launch-unsent' }],
  'job-pending': [
    { kind: 'job-pending', job: 'warm_up' },
    { kind: 'job-pending', job: null },
  ],
  'view-only': [{ kind: 'view-only' }],
  held: [
    { kind: 'held', by: null },
    { kind: 'held', by: 'Agent' },
  ],
  door: (['long-path', 'failed', 'forbidden', 'no-call', 'parameters', 'no-grant', 'granted'] as const).map(
    (why) => ({ kind: 'door', why, detail: 'tools.list' }),
  ),
  'grant-refused': (['unknown', 'over', 'phone', 'tool', 'folder', 'read-only', 'actions'] as const).map(
    (why) => ({ kind: 'grant-refused', name: 'helper', why }),
  ),
  'budget-used-up': budgetNames.map((budget) => ({
    kind: 'budget-used-up',
    budget,
    resetsAt: '2030-01-01T00:00:00Z',
  })),
  'flow-unreadable': [{ kind: 'flow-unreadable', file: 'a.yaml', detail: '3:5: no such command' }],
  'flow-shortage': [{ kind: 'flow-shortage', budget: 'actions' }],
  rule: (['pattern', 'too-many', 'address', 'answer', 'calls-off', 'many-calls', 'has-flow'] as const).map(
    (why) => ({
      kind: 'rule',
      why,
      detail: '',
    }),
  ),
  'check-refused': (
    ['no-picture', 'unreadable', 'small', 'outside', 'plain', 'unlike', 'turned', 'left', 'ended'] as const
  ).map((why) => ({ kind: 'check-refused', why })),
  'budget-low': budgetNames.map((budget) => ({
    kind: 'budget-low',
    percent: 80,
    budget,
    remaining: 7,
    resetsAt: '2030-01-01T00:00:00Z',
  })),
  'socket-closed': [4409, 1011, 4290, 4401, 4403, 4400, 1006].map((code) => ({
    kind: 'socket-closed',
    code,
    reason: '',
  })),
  'control-error': ['invalid_frame', 'rate_limited', 'device_error', 'hold_timeout', 'new_code'].map(
    (code) => ({
      kind: 'control-error',
      code,
      detail: 'What the phone says.',
    }),
  ),
  'more-errors': [{ kind: 'more-errors', n: 3 }],
  'not-typed': [
    { kind: 'not-typed', skipped: ['☃', '𝄞'] },
    { kind: 'not-typed', skipped: [...'一二三四五六七八九十百千万'] },
  ],
  'not-copied': [{ kind: 'not-copied' }],
  'recording-off': [{ kind: 'recording-off' }],
  'recording-stopped': (['disk-full', 'disk-slow', 'not-written'] as const).map((reason) => ({
    kind: 'recording-stopped',
    reason,
    folder: '/videos',
    detail: 'EACCES',
  })),
  'not-converted': (['gone', 'unreadable', 'empty', 'no-encoder', 'busy', 'ended', 'failed'] as const).map(
    (why) => ({ kind: 'not-converted', name: 'Ash.mkv', why, detail: 'EACCES' }),
  ),
  'not-deleted': (['in-use', 'no-trash', 'failed'] as const).map((why) => ({
    kind: 'not-deleted',
    name: 'Ash.mkv',
    why,
    detail: 'EACCES',
  })),
  'not-saved': (['full', 'not-allowed', 'no-folder', 'failed'] as const).map((why) => ({
    kind: 'not-saved',
    folder: '/downloads',
    why,
    detail: 'EACCES',
  })),
  file: (
    ['empty', 'folder', 'unreadable', 'too-large', 'changed', 'gone', 'page-gone', 'unsaved'] as const
  ).map(file),
  'ticket-refused': [{ kind: 'ticket-refused', detail: 'The ticket has expired.' }],
  'outcome-unknown': [{ kind: 'outcome-unknown' }],
  'label-colors': [{ kind: 'label-colors', labels: [{ name: 'A', color: '#FF0000' }] }],
  'upload-differs': [{ kind: 'upload-differs' }],
  'none-online': [
    { kind: 'none-online', phones: 1, name: 'Lab 1' },
    { kind: 'none-online', phones: 3, name: 'Lab 1' },
  ],
  'own-file': (['set-aside', 'unreadable', 'newer', 'not-written', 'full'] as const).map((reason) => ({
    kind: 'own-file',
    reason,
    path: '/data/Fleetwall/fleets.json',
  })),
  'update-refused': [
    { kind: 'update-refused', reason: 'unsigned' },
    { kind: 'update-refused', reason: 'other-system' },
    { kind: 'update-refused', reason: 'stale' },
  ],
  'no-sandbox': [{ kind: 'no-sandbox' }],
  'no-font': [{ kind: 'no-font', language: 'Japanese' }],
  policy: [
    { kind: 'policy', path: '/etc/p.json', reason: 'unreadable' },
    { kind: 'policy', path: '/etc/p.json', reason: 'json' },
    { kind: 'policy', path: '/etc/p.json', reason: 'owner' },
    { kind: 'policy', path: '/etc/p.json', reason: 'entry', entry: 'update' },
  ],
  authorities: [{ kind: 'authorities', path: '/c.pem' }],
  'not-found': (['fleet', 'phone', 'view', 'link'] as const).map((what) => ({
    kind: 'not-found',
    what,
    name: 'Oslo',
  })),
  'phones-left-out': [
    { kind: 'phones-left-out', n: 1 },
    { kind: 'phones-left-out', n: 2 },
  ],
  'more-files': [{ kind: 'more-files', n: 3 }],
  'launch-field': [
    { kind: 'launch-field', name: 'pace', field: null },
    { kind: 'launch-field', name: 'pace', field: { type: 'integer', title: 'Pace', min: 1 } },
  ],
  'invalid-edit': [
    { kind: 'invalid-edit', fields: [{ path: 'notes', message: 'must have at most 2000 characters' }] },
    { kind: 'invalid-edit', fields: [{ path: '', message: 'must change something' }] },
  ],
  cancelled: [{ kind: 'cancelled' }],
  'run-ended': [
    { kind: 'run-ended', because: { kind: 'network', reason: 'timeout', host: 'b' }, names: ['a'] },
  ],
  address: (['malformed', 'insecure', 'path'] as const).map((reason) => ({ kind: 'address', reason })),
  'key-shape': [{ kind: 'key-shape' }],
  'fleet-known': [{ kind: 'fleet-known', name: 'Lab' }],
  keychain: (['locked', 'failed'] as const).map((reason) => ({ kind: 'keychain', reason })),
  'vocabulary-file': (['unreadable', 'too-large', 'encoding', 'not-json', 'invalid'] as const).map(
    (reason) => ({ kind: 'vocabulary-file', path: '/v.json', reason, detail: '' }),
  ),
  simulator: [{ kind: 'simulator', detail: 'exit code 2' }],
  internal: [{ kind: 'internal', detail: 'x is undefined' }],
}
const all = Object.values(faults).flat()

describe('describeFault', () => {
  it.each(all.map((fault) => [JSON.stringify(fault), fault] as const))(
    'has a sentence for %s',
    (_, fault) => {
      expect(describeFault(fault).sentence).toMatch(/^[A-Z\d“].*[.!?…]$/s)
    },
  )

  it('says different things differently', () => {
    const sentences = all.map((fault) => {
      const { sentence, detail } = describeFault(fault)
      return fault.kind === 'handshake-refused' ? `${sentence} ${detail}` : sentence
    })
    const codes = sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)
    expect(codes).toEqual([])
  })

  it('puts the service’s words below the sentence', () => {
    expect(describeFault(problem('forbidden')).detail).toBe('What the service says.')
    const withFields: Fault = {
      ...(problem('invalid_action') as Extract<Fault, { kind: 'problem' }>),
      fields: [
        { path: 'body.labels.0.color', message: 'not a colour' },
        { path: 'body.labels.1.color', message: 'not a colour', label: 'night' },
        { path: 'body.points.0.z', message: 'not a field' },
      ],
    }
    expect(describeFault(withFields).detail).toBe(
      'What the service says.\nLabels: not a colour\nLabel “night”: not a colour\npoints.0.z: not a field',
    )
    const { fields } = withFields
    for (const detail of ['body.labels.0.color: not a colour', 'not a colour'])
      expect(describeFault({ ...problem('invalid_action'), detail, fields } as Fault).detail).toBe(
        'Labels: not a colour\nLabel “night”: not a colour\npoints.0.z: not a field',
      )
    expect(describeFault({ kind: 'socket-closed', code: 1011, reason: ' ' })).not.toHaveProperty('detail')
  })

  it('names an unknown error of the control channel, and a key, as they came', () => {
    const error: Fault = { kind: 'control-error', code: 'constructor', detail: '' }
    expect(describeFault(error).sentence).toBe('The service rejected that (constructor).')
    const key: Fault = { kind: 'no-such-key', key: 'constructor' }
    expect(describeFault(key).sentence).toBe('The phone has no constructor key.')
  })

  it('names what could not be typed, the wait that is asked for, and the largest file', () => {
    expect(describeFault({ kind: 'not-typed', skipped: ['☃', '𝄞'] }).sentence).toContain('“☃” “𝄞”')
    const limited: Fault = { kind: 'problem', code: 'rate_limited', status: 429, detail: '', retryAfterS: 90 }
    expect(describeFault(limited).sentence).toContain('1 min 30 s')
    for (const retryAfterS of [0, 0.2])
      expect(describeFault({ ...limited, retryAfterS }).sentence).toBe('Too many requests at once.')
    const large: Fault = { kind: 'file', reason: 'too-large', name: 'film.mov', maxBytes: 314_572_800 }
    expect(describeFault(large).sentence).toContain('The limit is 314.6 MB (314,572,800 bytes)')
  })

  it('names each untypable character once, and of very many the last with a count', () => {
    const family = [...'👨‍👩‍👧'.repeat(2)]
    expect(describeFault({ kind: 'not-typed', skipped: [...family, 'я', 'я'] }).sentence).toBe(
      'The phone can’t type “👨‍👩‍👧” “я”.',
    )
    const many = [...'一二三四五六七八九十百千万億'].flatMap((character) => [character, character])
    const text = describeFault({ kind: 'not-typed', skipped: many })
    expect(text.sentence).toMatch(/type “三” .* “億” and 2 more\.$/)
    expect(text.detail).toContain('一 二 三')
  })

  it('reads the last 1000 of characters that could not be typed', () => {
    const skipped = ['一', ...Array.from({ length: 999 }, () => '𝄞'), '二']
    expect(describeFault({ kind: 'not-typed', skipped }).sentence).toBe('The phone can’t type “𝄞” “二”.')
  })

  it('names the limit that a request hit as it came, and what is left of it', async () => {
    const limited: Fault = { kind: 'problem', code: 'rate_limited', status: 429, detail: 'Slow down' }
    const detail = (more: { limitLayer?: string; limitRemaining?: number }) =>
      describeFault({ ...limited, ...more }).detail
    expect(detail({ limitLayer: 'per_key', limitRemaining: 0 })).toBe('Slow down\nLimit: per_key. 0 left.')
    expect(detail({ limitLayer: '' })).toBe('Slow down')
    await speak('de')
    expect(detail({ limitLayer: 'per_key', limitRemaining: 7 })).toContain('per_key. Noch 7 übrig.')
    await speak('en')
  })

  it('says when a used-up budget is full again, and asks for no other wait', () => {
    const resetsAt = '2030-01-02T00:00:00Z'
    const quota: Fault = { kind: 'problem', code: 'quota_exceeded', status: 429, detail: '', retryAfterS: 90 }
    const { sentence } = describeFault({ ...quota, resetsAt })
    expect(sentence).toBe(`Daily budget used up. Resets ${formatInstant(resetsAt)}.`)
    expect(describeFault(quota).sentence).toContain('1 min 30 s')
  })

  it('names the phones that were not mirrored to, and of many only the number', () => {
    const names = ['Lab 1', 'Lab 2', 'Lab 3', 'Lab 4']
    expect(describeFault({ kind: 'input-not-sent', why: 'mirror-skipped', names }).sentence).toMatch(
      /4 phones.*Lab 1, .*Lab 4\.$/,
    )
    const many = describeFault({ kind: 'input-not-sent', why: 'mirror-skipped', names: [...names, 'Lab 5'] })
    expect(many.sentence).toMatch(/on 5 phones\.$/)
  })

  it('names a missing scope, and quotes the service on other refusals', () => {
    const forbidden: Fault = {
      kind: 'problem',
      code: 'forbidden',
      status: 403,
      detail: 'Scope manage is required',
    }
    expect(describeFault(forbidden)).toMatchObject({
      sentence: 'This key needs permission “manage”.',
      action: 'enter-key',
    })
    expect(describeFault({ ...forbidden, code: 'device_blocked' }).sentence).toMatch(/^Blocked/)
    expect(describeFault({ ...forbidden, detail: 'The key is suspended' }).sentence).toBe(
      'The key is inactive or not allowed.',
    )
  })

  it('names the vocabulary file that is not used, and why', () => {
    const fault: Fault = { kind: 'vocabulary-file', path: '/data/v.json', reason: 'invalid', detail: 'Why' }
    expect(describeFault(fault)).toMatchObject({
      sentence: expect.stringContaining('/data/v.json'),
      detail: 'Why',
    })
  })

  it('names the field that an answer lacks, and the status unless there was none', () => {
    const lacking: Fault = {
      kind: 'unreadable-answer',
      status: 200,
      why: 'missing-field',
      field: 'max_bytes',
      excerpt: '',
    }
    expect(describeFault(lacking).sentence).toContain('“max_bytes” (HTTP 200)')
    const strange: Fault = { ...lacking, why: 'wrong-field', field: '0.labels' }
    expect(describeFault(strange).sentence).toContain('“0.labels”')
    expect(describeFault({ ...strange, field: '' }).sentence).toMatch(/wrong shape/)
    const garbled: Fault = { kind: 'unreadable-answer', status: 0, why: 'not-http', excerpt: 'SSH-2.0' }
    expect(describeFault(garbled)).toMatchObject({ detail: 'SSH-2.0' })
    expect(describeFault(garbled).sentence).not.toContain('HTTP 0')
  })

  it('offers the one thing that helps', () => {
    expect(describeFault({ kind: 'socket-closed', code: 4409, reason: '' }).action).toBe('take-control')
    expect(describeFault({ kind: 'socket-closed', code: 4401, reason: '' }).action).toBe('enter-key')
    const unreadable: Fault = { kind: 'unreadable-answer', status: 502, why: 'empty', excerpt: '' }
    expect(describeFault(unreadable).action).toBe('retry')
  })

  it('offers retry, another key or a refresh, whichever helps', () => {
    const offering = (action: string | undefined) =>
      problemCodes.filter((code) => describeFault(problem(code)).action === action)
    expect(offering('enter-key')).toEqual(['unauthorized', 'forbidden'])
    expect(offering('refresh')).toEqual(['device_not_found'])
    expect(offering(undefined).toSorted()).toEqual([
      'account_not_found',
      'automation_pending',
      'command_rejected',
      'insufficient_tokens',
      'invalid_action',
      'job_not_found',
      'label_limit_reached',
      'payload_too_large',
      'quota_exceeded',
    ])
    expect(offering('retry')).toHaveLength(problemCodes.length - 12)
  })

  it.each<[Fault, RegExp, string | undefined]>([
    [{ kind: 'scope-missing', scope: 'control' }, /needs permission “control”/, 'enter-key'],
    [
      { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: true },
      /refused control/,
      'retry',
    ],
    [
      { kind: 'handshake-refused', status: 403, channel: 'stream', withoutRead: true },
      /refused this stream/,
      'retry',
    ],
    [
      { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: false },
      /refused control/,
      'retry',
    ],
    [
      { kind: 'handshake-refused', status: 403, channel: 'stream', withoutRead: false },
      /refused this stream/,
      'retry',
    ],
    [
      { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-01T00:00:00Z' },
      /^Today’s actions are used up/,
      'retry',
    ],
    [network('no-network'), /offline/, 'retry'],
    [{ kind: 'socket-closed', code: 1011, reason: '' }, /can’t be reached/, 'retry'],
    [{ kind: 'socket-closed', code: 4290, reason: '' }, /budget or limit/, 'retry'],
    [{ kind: 'socket-closed', code: 4403, reason: '' }, /Account inactive/, 'enter-key'],
    [{ kind: 'socket-closed', code: 4400, reason: '' }, /too large/, 'retry'],
    [{ kind: 'socket-closed', code: 1006, reason: '' }, /lost \(code 1006\)/, 'retry'],
    [{ kind: 'control-error', code: 'invalid_frame', detail: '' }, /didn’t understand/, undefined],
    [{ kind: 'control-error', code: 'rate_limited', detail: '' }, /Too fast/, undefined],
    [{ kind: 'control-error', code: 'device_error', detail: '' }, /couldn’t do that/, undefined],
    [{ kind: 'control-error', code: 'hold_timeout', detail: '' }, /Held too long/, undefined],
    [{ kind: 'ticket-refused', detail: '' }, /refused the upload ticket/, 'retry'],
    [{ kind: 'outcome-unknown' }, /Check the phone/, 'retry'],
    [{ kind: 'label-colors', labels: [{ name: 'A', color: '#FF0000' }] }, /already has A #FF0000/, undefined],
    [{ kind: 'upload-differs' }, /SHA-256 differs/, 'retry'],
    [
      {
        kind: 'invalid-edit',
        fields: [
          { path: '', message: 'must change' },
          { path: 'notes', message: 'must fit' },
        ],
      },
      /the change must change; notes must fit\./,
      undefined,
    ],
    [{ kind: 'keychain', reason: 'locked' }, /locked\. Unlock it/, 'retry'],
    [{ kind: 'keychain', reason: 'failed' }, /didn’t return the key/, 'enter-key'],
    [{ kind: 'simulator', detail: '' }, /couldn’t start/, 'retry'],
    [file('too-large'), /too large for the service/, undefined],
    [
      { kind: 'vocabulary-file', path: '/v', reason: 'unreadable', detail: '' },
      /Can’t read .*\/v\./,
      undefined,
    ],
    [{ kind: 'vocabulary-file', path: '/v', reason: 'too-large', detail: '' }, /is too large/, undefined],
    [{ kind: 'vocabulary-file', path: '/v', reason: 'encoding', detail: '' }, /isn’t UTF-8 text/, undefined],
    [{ kind: 'vocabulary-file', path: '/v', reason: 'not-json', detail: '' }, /isn’t valid JSON/, undefined],
    [{ kind: 'vocabulary-file', path: '/v', reason: 'invalid', detail: '' }, /invalid entry/, undefined],
  ])('describes %j and offers a remedy', (fault, sentence, action) => {
    const text = describeFault(fault)
    expect(text.sentence).toMatch(sentence)
    expect(text.action).toBe(action)
  })
})
