import { describe, expect, it } from 'vitest'
import vocabularyFile from '../../../../resources/vocabulary.json'
import type { BusyWith } from '../../../../src-shared/bridge/under-way'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import type { KeyNaming } from '../../../../src-renderer/text/describe/describe-action'
import { describeMissed, describeNotice } from '../../../../src-renderer/text/describe/describe-notice'

const lost: Fault = { kind: 'network', reason: 'connection-lost', host: 'a' }
const refused: Fault = { kind: 'network', reason: 'connection-refused', host: 'a' }
const rejected: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: 'No.' }

describe('what a phone did not take', () => {
  const words = vocabularySchema.parse(vocabularyFile)

  const vocabulary = { ...words, presets: { ...words.presets, home: 'go_home' } }
  const linux: KeyNaming = { vocabulary, platform: 'linux' }
  const said = (fault: Fault, action?: Action, keys = linux) =>
    describeMissed({ fault, action }, keys).sentence

  it('is named, and why', () => {
    const home: Action = { type: 'press', name: 'go_home' }
    expect(describeMissed({ fault: rejected, action: home }, linux)).toEqual({
      sentence: '“Home” was not done. The phone was reached, but rejected the command.',
      detail: 'No.',
    })
    expect(said(refused, home)).toBe('“Home” was not done. Nothing answers at a.')
  })

  it('may have been done where the answer is lost, unless it only asked for something', () => {
    expect(said(lost, { type: 'recalibrate' })).toBe(
      '“Recalibrate the pointer” may have been done. The connection to a was lost.',
    )
    expect(said(lost, { type: 'device_ip' })).toMatch(/^“Show its IP address” was not done/)
  })

  it('was not done where it was given up before its turn', () => {
    expect(said({ kind: 'given-up' }, { type: 'recalibrate' })).toBe(
      '“Recalibrate the pointer” was not done. It was given up before its turn.',
    )
  })

  it('was not sent behind what was not answered, which is said with how many, and names one that was alone', () => {
    const fault = (waited: number): Fault => ({ kind: 'behind-unanswered', waited })
    const recalibrate: Action = { type: 'recalibrate' }
    expect(said(fault(1), recalibrate)).toBe(
      '“Recalibrate the pointer” was not done. The action before it was not answered, so that it was not sent.',
    )
    expect(said(fault(3), recalibrate)).toBe(
      'An action was not answered: 3 that waited behind it were not sent.',
    )
  })

  it('is named with the phones where work on several has ended early, of many with their number', () => {
    const fault = (...names: string[]): Fault => ({ kind: 'run-ended', because: rejected, names })
    const recalibrate: Action = { type: 'recalibrate' }
    expect(said(fault('Ada', 'Ben'), recalibrate)).toBe(
      '“Recalibrate the pointer” was not done on 2 phones: Ada, Ben. The phone was reached, but rejected the command.',
    )
    expect(said(fault('a', 'b', 'c', 'd', 'e'), recalibrate)).toMatch(/ was not done on 5 phones\. The phone/)
  })

  it('is called as its command is, shortly', () => {
    const named = (action: Action) => /“(.*)”/.exec(said(rejected, action))?.[1]
    const actions: Action[] = [
      { type: 'press', name: words.presets.appSwitcher },
      { type: 'press', modifiers: ['cmd'], key: 'c' },
      { type: 'open_url', url: `https://example.com/${'x'.repeat(2000)}` },
      { type: 'open_app', target: 'sys_notes' },
      { type: 'clipboard_get' },
      { type: 'airplane', on: false },
      { type: 'path' },
    ]
    expect(actions.map(named)).toEqual([
      'App switcher',
      'Press Cmd+C',
      'Open an address',
      'Open Notes',
      'Read the clipboard',
      'Airplane mode off',
      'Draw a line',
    ])
  })

  it('names a chord as shortcuts are named, whatever the service calls its keys', () => {
    const theirs = { ...words, modifiers: { ...words.modifiers, Control: 'strg' } }
    const chord: Action = { type: 'press', modifiers: ['shift', 'strg'], key: 'page_down' }
    expect(said(rejected, chord, { vocabulary: theirs, platform: 'linux' })).toMatch(
      /^“Press Ctrl\+Shift\+PgDn” was not done/,
    )
    expect(said(rejected, chord, { vocabulary: theirs, platform: 'darwin' })).toMatch(
      /^“Press ⌃⇧PgDn” was not done/,
    )
  })

  it('is told as it is where it was no action, or is named by its fault', () => {
    expect(said({ kind: 'input-lost' })).toMatch(/^That did not reach the phone/)
    const because: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: '' }
    expect(said({ kind: 'input-lost', because })).toBe('That did not reach the phone. The phone is offline.')
  })

  it('may still be done where what waited behind it was given up, but not where that waited for the channel', () => {
    const behind = (busyWith: BusyWith) =>
      describeNotice({ kind: 'waiting-cancelled', busyWith }, linux).sentence
    expect(behind({ type: 'recalibrate' })).toBe(
      'What waited is given up. “Recalibrate the pointer” may still be done.',
    )
    expect(behind({ type: 'opening' })).toBe('What waited is given up.')
  })
})
