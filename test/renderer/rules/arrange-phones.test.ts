import { describe, expect, it } from 'vitest'
import { noArrangement, type Arrangement } from '../../../src-shared/features/arrangement'
import type { Condition } from '../../../src-shared/features/filter'
import type { OutcomeWord } from '../../../src-shared/features/outcomes-state'
import { arrangePhones, movedBefore, movedBy } from '../../../src-renderer/rules/arrange-phones'
import { orderedLabels } from '../../../src-renderer/features/phones/label-order'
import { fakeDevice } from '../fake-phone'

const compareNames = (one: string, other: string) => one.localeCompare(other)
const labelled = (...names: string[]) => names.map((name) => ({ name, color: '#FF0000' }))
const phones = [
  fakeDevice('c', { custom_name: 'Mid', labels: labelled('own', 'a') }),
  fakeDevice('a', { custom_name: 'Zed' }),
  fakeDevice('d', { custom_name: 'Ann' }),
  fakeDevice('b', { custom_name: 'Bob', labels: labelled('hired') }),
]

describe('the order of the wall', () => {
  const conditions = new Map<string, Condition>([['d', 'offline']])
  const outcomes = new Map<string, OutcomeWord[]>([
    ['c', ['flag:green', 'flow:passed']],
    ['d', ['job:review']],
    ['b', ['flow:failed', 'flag:warning']],
  ])
  const order = (arrangement: Partial<Arrangement>) =>
    arrangePhones(
      phones,
      { ...noArrangement, ...arrangement },
      {
        conditionOf: (publicId) => conditions.get(publicId) ?? 'ready',
        outcomesOf: (publicId) => outcomes.get(publicId) ?? [],
      },
      compareNames,
    )
      .map(({ public_id }) => public_id)
      .join('')

  it.each([
    ['as the service lists them', {}, 'cadb'],
    ['by hand, with the rest as listed', { placed: ['b', 'gone', 'd'] }, 'bdca'],
    ['by name', { sort: 'name' }, 'dbca'],
    ['by first label, without one last', { sort: 'label' }, 'bcda'],
    ['by first label in the labels’ own order', { sort: 'label', labels: ['own', 'hired'] }, 'cbda'],
    ['by state, then name', { sort: 'state' }, 'bcad'],
    ['by outcome, what needs a person first', { sort: 'outcome' }, 'bdca'],
    ['by last use, then name', { sort: 'used', used: ['a', 'd'] }, 'adbc'],
    ['grouped by label, then by name', { sort: 'name', grouped: true }, 'bcda'],
    ['grouped after the pinned ones', { sort: 'name', grouped: true, pinned: ['a'] }, 'abcd'],
    ['with pinned phones first', { sort: 'name', pinned: ['a', 'c'] }, 'cadb'],
  ] as const)('is %s', (_, arrangement, expected) => {
    expect(order(arrangement as Partial<Arrangement>)).toBe(expected)
  })
})

it('keeps labels apart that differ in case alone', () => {
  const mixed = ['A', 'a', 'A', 'a'].map((name, at) =>
    fakeDevice(`${name}${at}`, { custom_name: `N${at}`, labels: labelled(name) }),
  )
  const facts = { conditionOf: () => 'ready' as const, outcomesOf: () => [] }
  const sameCase = (one: string, other: string) => compareNames(one.toLowerCase(), other.toLowerCase())
  const ordered = arrangePhones(mixed, { ...noArrangement, grouped: true }, facts, sameCase)
  expect(ordered.map(({ public_id }) => public_id)).toEqual(['A0', 'A2', 'a1', 'a3'])
})

describe('a list', () => {
  it('takes items before another one, or at its end', () => {
    expect(movedBefore(['a', 'b', 'c', 'd'], ['d', 'b'], 'a')).toEqual(['d', 'b', 'a', 'c'])
    expect(movedBefore(['a', 'b', 'c'], ['a'], null)).toEqual(['b', 'c', 'a'])
  })

  it('moves an item as far as there are places', () => {
    expect(movedBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
    expect(movedBy(['a', 'b', 'c'], 'c', 5)).toEqual(['a', 'b', 'c'])
    expect(movedBy(['a', 'b', 'c'], 'c', -9)).toEqual(['c', 'a', 'b'])
  })
})

it('lists labels placed by hand first, with the number of their phones', () => {
  const names = orderedLabels(phones, ['zzz'], ['own'], compareNames).map(
    ({ name, phones: n }) => `${name} ${n}`,
  )
  expect(names).toEqual(['own 1', 'a 1', 'hired 1', 'zzz 0'])
})

it('orders 20,000 labels placed by hand in a moment', () => {
  const placed = Array.from({ length: 20_000 }, (_, at) => `label ${at}`)
  const shuffled = placed.map((_, at) => `label ${(at * 7919) % placed.length}`)
  const ordered = orderedLabels([], shuffled, placed, compareNames)
  expect(ordered.map(({ name }) => name)).toEqual(placed)
})
