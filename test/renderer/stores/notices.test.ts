import { createPinia, setActivePinia } from 'pinia'
import { nextTick } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import { useNotices } from '../../../src-renderer/stores/notices'
import { fakeFiring } from '../fake-rule'

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('notices', () => {
  it('last 8 s from when the window is visible', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    vi.stubGlobal('document', page)
    const notices = useNotices()
    notices.show({ kind: 'input-not-sent', why: 'channel-closed' }, 'a')
    vi.advanceTimersByTime(60_000)
    expect(notices.notices).toHaveLength(1)
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    await nextTick()
    vi.advanceTimersByTime(7900)
    expect(notices.notices).toHaveLength(1)
    vi.advanceTimersByTime(200)
    expect(notices.notices).toEqual([])
  })

  it('of the window stay while they are held, and those of phones do not', async () => {
    const notices = useNotices()
    notices.show({ kind: 'input-not-sent', why: 'channel-closed' }, 'a')
    notices.add({ kind: 'crashed' }, null)
    notices.isHeld = true
    vi.advanceTimersByTime(20_000)
    expect(notices.notices).toMatchObject([{ kind: 'crashed' }])
    notices.isHeld = false
    await nextTick()
    expect(notices.notices).toEqual([])
  })

  it('of rules are one for the same wait, and stay until they are dismissed', () => {
    const notices = useNotices()
    const seen = (publicId: string, seconds: number) => {
      const firing = fakeFiring(publicId, { when: { kind: 'still', seconds } })
      notices.add({ kind: 'fired', firings: [firing] }, null)
    }
    seen('a', 3)
    seen('b', 3)
    seen('b', 3)
    seen('c', 9)
    vi.advanceTimersByTime(60_000)
    const told = notices.notices.map((notice) =>
      notice.kind === 'fired' ? notice.firings.map(({ phone }) => phone) : [],
    )
    expect(told).toEqual([['b', 'a'], ['c']])
  })

  it.each<Fault>([
    { kind: 'policy', path: '/etc/fleetwall/policy.json', reason: 'json' },
    { kind: 'own-file', path: '/fleets.json', reason: 'newer' },
    { kind: 'authorities', path: '/authorities.pem' },
  ])('of $kind stay until they are dismissed, also when another fleet opens', (fault) => {
    const notices = useNotices()
    notices.show(fault)
    notices.add({ kind: 'crashed' }, null)
    notices.forget()
    vi.advanceTimersByTime(60_000)
    expect(notices.notices).toMatchObject([{ fault }])
    for (const { id } of notices.notices) notices.dismiss(id)
    expect(notices.notices).toEqual([])
  })

  it('leave out what a flow or program has asked for and hears itself', () => {
    const notices = useNotices()
    const fault: Fault = { kind: 'not-typed', skipped: ['é'] }
    notices.take({ type: 'notice', publicId: 'a', fault, isAnswered: true })
    expect(notices.notices).toEqual([])
    notices.take({ type: 'notice', publicId: 'a', fault })
    expect(notices.notices).toHaveLength(1)
  })

  it('of a file that can’t be written now go as others do', () => {
    const notices = useNotices()
    notices.show({ kind: 'own-file', path: '/activity/2030-01-01.jsonl', reason: 'full' })
    vi.advanceTimersByTime(8000)
    expect(notices.notices).toEqual([])
  })

  it('appear once per phone, and a repeat starts the time again', () => {
    const notices = useNotices()
    notices.show({ kind: 'input-not-sent', why: 'channel-closed' }, 'a')
    notices.show({ kind: 'input-not-sent', why: 'channel-closed' }, 'b')
    vi.advanceTimersByTime(7000)
    notices.show({ kind: 'input-not-sent', why: 'channel-closed' }, 'a')
    expect(notices.notices).toHaveLength(2)
    vi.advanceTimersByTime(7000)
    expect(notices.notices.map(({ publicId }) => publicId)).toEqual(['a'])
  })

  it('repeat neither a saved file nor a crash', () => {
    const notices = useNotices()
    for (const path of ['/a.png', '/a.png', '/b.png']) notices.add({ kind: 'saved', path }, 'a')
    for (let crash = 0; crash < 2; crash += 1) notices.add({ kind: 'crashed' }, null)
    expect(notices.notices).toMatchObject([{ path: '/a.png' }, { path: '/b.png' }, { kind: 'crashed' }])
  })

  it('name each missed action', () => {
    const notices = useNotices()
    for (const on of [true, true, false])
      notices.show({ kind: 'input-not-sent', why: 'channel-closed' }, 'a', { type: 'airplane', on })
    expect(notices.notices).toMatchObject([{ action: { on: true } }, { action: { on: false } }])
  })

  it('reports once all actions unsent after an unanswered one', () => {
    const notices = useNotices()
    const fault = { kind: 'input-not-sent', why: 'earlier-unanswered' } as const
    for (const on of [true, false]) notices.show(fault, 'a', { type: 'airplane', on })
    notices.show(fault, 'b', { type: 'recalibrate' })
    expect(notices.notices).toMatchObject([
      { publicId: 'a', fault },
      { publicId: 'b', fault },
    ])
  })

  it('collect the characters that a phone could not type', () => {
    const notices = useNotices()
    notices.show({ kind: 'not-typed', skipped: ['一'] }, 'a')
    notices.show({ kind: 'not-typed', skipped: ['一'] }, 'b')
    notices.show({ kind: 'not-typed', skipped: ['二', '三'] }, 'a')
    expect(notices.notices).toMatchObject([
      { publicId: 'b', fault: { skipped: ['一'] } },
      { publicId: 'a', fault: { skipped: ['一', '二', '三'] } },
    ])
  })

  it('keeps the newest 5 of a phone, and all of the window', () => {
    const notices = useNotices()
    const shown = (publicId: string | null) =>
      notices.notices.flatMap((notice) =>
        notice.publicId === publicId && notice.kind === 'cannot-run' ? [notice.title] : [],
      )
    for (const publicId of ['a', null])
      for (let n = 0; n < 8; n += 1) notices.add({ kind: 'cannot-run', title: String(n), why: '' }, publicId)
    notices.add({ kind: 'cannot-run', title: 'one', why: '' }, 'b')
    expect(shown('a')).toEqual(['3', '4', '5', '6', '7'])
    expect(shown(null)).toHaveLength(8)
    expect(shown('b')).toEqual(['one'])
  })

  it('keep the last 1000 characters that a phone could not type', () => {
    const notices = useNotices()
    for (const text of ['一', '二'])
      notices.show({ kind: 'not-typed', skipped: Array.from({ length: 700 }, () => text) }, 'a')
    const [notice] = notices.notices
    const skipped = notice?.kind === 'missed' && notice.fault.kind === 'not-typed' ? notice.fault.skipped : []
    expect(skipped.filter((text) => text === '一')).toHaveLength(300)
    expect(skipped).toHaveLength(1000)
  })

  it('add up the further errors of a phone', () => {
    const notices = useNotices()
    for (const n of [95, 95]) notices.show({ kind: 'more-errors', n }, 'a')
    expect(notices.notices).toMatchObject([{ fault: { kind: 'more-errors', n: 190 } }])
  })

  it('keeps the last missing key of a phone beside its other notices', () => {
    const notices = useNotices()
    notices.show({ kind: 'input-not-sent', why: 'channel-closed' }, 'a')
    for (const key of ['F1', 'F5', 'F5', 'Insert']) notices.show({ kind: 'no-such-key', key }, 'a')
    notices.show({ kind: 'no-such-key', key: 'F1' }, 'b')
    const told = notices.notices.map((notice) =>
      notice.kind === 'missed' ? [notice.publicId, notice.fault] : [],
    )
    expect(told).toEqual([
      ['a', { kind: 'input-not-sent', why: 'channel-closed' }],
      ['a', { kind: 'no-such-key', key: 'Insert' }],
      ['b', { kind: 'no-such-key', key: 'F1' }],
    ])
  })
})
