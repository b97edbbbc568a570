import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Rule } from '../../../src-shared/features/rules-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createLog } from '../../../src-main/core/base/log'
import { loadKeptRules, type KeptRule } from '../../../src-main/core/rules/kept-rules'
import { createFakeClock } from '../time/fake-clock'

const lab = { id: 'lab', kind: 'saved', baseUrl: '' } as const
const rule: Rule = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Errors',
  when: { kind: 'text', text: 'err.*', isPattern: true, isGone: false, part: null },
  phones: { kind: 'label', label: 'rack' },
  then: [{ kind: 'call', address: 'https://alerts.example/hook' }],
  quietS: 60,
  once: false,
  keepsLive: true,
  isOn: false,
  last: { at: 5, publicId: 'a', phone: 'A' },
  times: 3,
  fault: null,
}
const kept: KeptRule = { rule, seen: new Map([['a', { isSo: true, firedAt: 5 }]]) }

describe('the file of rules', () => {
  let folder: string
  let faults: Fault[]
  const path = () => join(folder, 'rules.json')
  const load = () =>
    loadKeptRules({
      clock: createFakeClock(),
      log: createLog(() => undefined, 'silent'),
      path: path(),
      report: (fault) => void faults.push(fault),
    })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetwall-rules-'))
    faults = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('keeps each rule with what it has seen, by fleet', () => {
    const file = load()
    file.keep(lab, [kept], false)
    file.keep({ ...lab, id: 'shop' }, [], false)
    file.close()
    expect(load().of(lab)).toEqual([kept])
    expect(load().of({ ...lab, id: 'shop' })).toEqual([])
  })

  it('writes at once what a kill must not lose', () => {
    const file = load()
    file.keep(lab, [kept], true)
    expect(load().of(lab)).toEqual([kept])
    file.keep(lab, [], false)
    expect(load().of(lab)).toEqual([kept])
    file.close()
  })

  it('keeps nothing of a fleet of this run, and nothing of one that was removed', () => {
    const file = load()
    const own = { ...lab, id: 'now', kind: 'this-run' } as const
    file.keep(own, [kept], false)
    file.keep(lab, [kept], false)
    file.forget(lab)
    file.close()
    expect([file.of(own), load().of(own), load().of(lab)]).toEqual([[kept], [], []])
  })

  it('leaves out a rule that can’t be read, and says so', () => {
    const file = load()
    file.keep(lab, [kept], false)
    file.close()
    writeFileSync(path(), readFileSync(path(), 'utf8').replace('err.*', 'err(?=or)'))
    expect(load().of(lab)).toEqual([])
    expect(faults).toMatchObject([{ kind: 'own-file', reason: 'set-aside' }])
  })
})
