// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import OutcomeMark from '../../../../src-renderer/features/outcomes/OutcomeMark.vue'
import RailOutcomes from '../../../../src-renderer/wall/RailOutcomes.vue'
import WallEmpty from '../../../../src-renderer/phone/screen/WallEmpty.vue'
import { useArrangement } from '../../../../src-renderer/stores/arrangement'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { useOutcomes } from '../../../../src-renderer/stores/outcomes'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { noFilter } from '../../../../src-shared/features/filter'
import { needyWords, noOutcome, type PhoneOutcome } from '../../../../src-shared/features/outcomes-state'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const at = Date.UTC(2026, 4, 20, 9, 30)
const failed = (publicId: string): PhoneOutcome => ({
  ...{ publicId, ...noOutcome },
  flag: { worst: 'warning', warnings: ['sign_in', 'posting'], at },
  flow: { name: 'Log in', verdict: 'failed', run: 'r', at },
})
const passed = (publicId: string): PhoneOutcome => ({
  ...failed(publicId),
  flag: { worst: 'green', warnings: [], at },
  flow: { name: 'Log in', verdict: 'passed', run: 'r', at },
})

describe('outcomes of phones', () => {
  inFreshPage()
  const show = () => {
    showPhones(['a', 'b', 'c'].map((id) => fakeDevice(id)))
    useOutcomes().take({ type: 'outcomes', outcomes: [passed('a'), failed('b')] })
  }

  it('are marked where they need a person, with all of it in the hint', () => {
    show()
    const mark = (publicId: string, room = 'usual') =>
      mountInPage(OutcomeMark, { tile: fakeTile(publicId), room }).part.find('.outcome')
    expect(mark('b').classes()).toContain('failed')
    const [flow = '', flags = ''] = mark('b').attributes('title')?.split('\n') ?? []
    expect(flow).toMatch(/^Flow failed: Log in, /)
    expect(flags).toMatch(/^Account warning: sign-in, posting, /)
    expect(mark('b', 'large').text()).toContain('Failed')
    expect(mark('a').exists()).toBe(false)
    expect(mark('c').exists()).toBe(false)
  })

  it('change one by one, and are another fleet’s once that opens', () => {
    show()
    const outcomes = useOutcomes()
    outcomes.take({ type: 'outcomes-changed', outcomes: [passed('b'), failed('c')] })
    expect(['a', 'b', 'c'].map(outcomes.markOfPhone)).toEqual([null, null, 'failed'])
    outcomes.take({ type: 'outcomes', outcomes: [] })
    expect(outcomes.markOfPhone('c')).toBeNull()
  })

  it('are shown and selected by command, where there is something to look at', () => {
    show()
    const { commands } = mountInPage(WallEmpty)
    commands.run('view.select-outcomes')
    expect([...useSelection().ids]).toEqual(['b'])
    commands.run('view.outcomes')
    expect(useFilter().shownIds).toEqual(['b'])
    useOutcomes().take({ type: 'outcomes', outcomes: [passed('b')] })
    expect(commands.byId('view.outcomes').whyNot()).toBe('No phone needs a look.')
  })

  it('are cleared by command and in the rail, but for what the service alone changes', async () => {
    show()
    const { commands, sent, part } = mountInPage(RailOutcomes)
    const clear = commands.byId('phone.clear-mark')
    expect(clear.whyNot('a')).toMatch(/^No mark of a flow or job here/)
    useSelection().select(['a', 'b'])
    clear.run('b')
    await part.get('[aria-label^="Flow failed"]').trigger('contextmenu')
    await flushPromises()
    document.querySelector<HTMLElement>('[data-act=clear]')?.click()
    await part.get('[aria-label^="Account warning"]').trigger('contextmenu')
    await flushPromises()
    expect(document.querySelector('[data-act=clear]')).toBeNull()
    expect(sent).toEqual([
      ['outcomes.clear', { publicIds: ['b'], kinds: ['flow', 'job'] }],
      ['outcomes.clear', { publicIds: ['b'], kinds: ['flow'] }],
    ])
  })

  it('are filtered, sorted and selected in time that grows with the phones alone', () => {
    const filter = useFilter()
    useArrangement().sortBy('outcome')
    const spanOf = (phones: number) => {
      const ids = Array.from({ length: phones }, (_, n) => `p${n}`)
      showPhones(ids.map((id) => fakeDevice(id)))
      const outcomes = ids.map((id, n) => (n % 2 === 0 ? failed(id) : passed(id)))
      const rounds = [0, 1, 2, 3].map((n) => {
        const begun = performance.now()
        useOutcomes().take({ type: 'outcomes', outcomes: [...outcomes] })
        filter.apply({ ...noFilter, search: n % 2 === 0 ? 'flow:failed' : '', outcomes: [...needyWords] })
        useSelection().select(filter.shownIds)
        return performance.now() - begun
      })
      expect(useSelection().ids.size).toBe(phones / 2)
      return Math.min(...rounds)
    }
    // The least of several: another process may hold up a round.
    const spans = Array.from({ length: 6 }, () => [spanOf(200), spanOf(1600)] as const)
    const [few, many] = [0, 1].map((at) => Math.min(...spans.map((span) => span[at] ?? 0)))
    // In proportion it is 8 times, each with each 64 times.
    expect((many ?? 0) / (few ?? 1)).toBeLessThan(24)
  })
})
