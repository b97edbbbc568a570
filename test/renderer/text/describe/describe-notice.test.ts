import { describe, expect, it } from 'vitest'
import vocabularyFile from '../../../../resources/vocabulary.json'
import type { BusyWith } from '../../../../src-shared/features/phones'
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
      sentence: '“Home” failed. The phone rejected the command.',
      detail: 'No.',
    })
    expect(said(refused, home)).toBe('“Home” failed. Nothing answers at a.')
  })

  it('may have been done where the answer is lost, unless it only asked for something', () => {
    expect(said(lost, { type: 'recalibrate' })).toBe(
      '“Recalibrate pointer” may have run. Lost the connection to a.',
    )
    expect(said(lost, { type: 'device_ip' })).toMatch(/^“Show IP address” failed/)
  })

  it('says that an action was cancelled before it was sent', () => {
    expect(said({ kind: 'input-not-sent', why: 'cancelled' }, { type: 'recalibrate' })).toBe(
      '“Recalibrate pointer” failed. Cancelled before it started.',
    )
  })

  it('names no action if several may have waited for the same answer', () => {
    const fault: Fault = { kind: 'input-not-sent', why: 'earlier-unanswered' }
    expect(said(fault, { type: 'recalibrate' })).toBe('Not sent: no answer to what came before.')
  })

  it('names the phones where work ended early, and of many only the number', () => {
    const fault = (...names: string[]): Fault => ({ kind: 'run-ended', because: rejected, names })
    const recalibrate: Action = { type: 'recalibrate' }
    expect(said(fault('Ada', 'Ben'), recalibrate)).toBe(
      '“Recalibrate pointer” failed on 2 phones: Ada, Ben. The phone rejected the command.',
    )
    expect(said(fault('a', 'b', 'c', 'd', 'e'), recalibrate)).toMatch(/ failed on 5 phones\. The phone/)
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
      'Open address',
      'Open Notes',
      'Read clipboard',
      'Airplane mode off',
      'Draw line',
    ])
  })

  it('names a chord as shortcuts are named, whatever the service calls its keys', () => {
    const theirs = { ...words, modifiers: { ...words.modifiers, Control: 'strg' } }
    const chord: Action = { type: 'press', modifiers: ['shift', 'strg'], key: 'page_down' }
    expect(said(rejected, chord, { vocabulary: theirs, platform: 'linux' })).toMatch(
      /^“Press Ctrl\+Shift\+PgDn” failed/,
    )
    expect(said(rejected, chord, { vocabulary: theirs, platform: 'darwin' })).toMatch(
      /^“Press ⌃⇧PgDn” failed/,
    )
  })

  it('names its action, unless there was none or its fault names it', () => {
    expect(said({ kind: 'input-not-sent', why: 'channel-closed' })).toMatch(/^Not sent/)
    const because: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: '' }
    expect(said({ kind: 'input-not-sent', why: 'channel-closed', because })).toBe(
      'Not sent. The phone is offline.',
    )
  })

  it('may still be done after a cancel, unless the input waited for the channel', () => {
    const behind = (busyWith: BusyWith) =>
      describeNotice({ kind: 'waiting-cancelled', busyWith }, linux).sentence
    expect(behind({ type: 'recalibrate' })).toBe('Input discarded. “Recalibrate pointer” may still run.')
    expect(behind({ type: 'opening' })).toBe('Waiting input discarded.')
  })
})

const keys = { vocabulary: null, platform: 'linux' as const }
const full: Fault = { kind: 'not-saved', folder: '/pictures', why: 'full', detail: '' }

it('tells many screenshots in one sentence, with each reason once', () => {
  const saved = (n: number, failed: number) =>
    describeNotice(
      {
        kind: 'screenshots-saved',
        n,
        folder: '/pictures',
        failed: Array.from({ length: failed }, (_, index) => ({ name: `Ash ${index}`, fault: full })),
      },
      keys,
    )
  expect(saved(200, 0)).toEqual({ sentence: '200 screenshots saved in /pictures.' })
  expect(saved(187, 13).sentence).toBe('187 screenshots saved in /pictures, 13 failed.')
  expect(saved(187, 2).detail).toBe('Ash 0, Ash 1: Not saved: the disk of /pictures is full.')
  expect(saved(0, 13).sentence).toBe('No screenshot was saved.')
  expect(saved(0, 13).detail?.split('\n')).toHaveLength(1)
})
