import { expect, it } from 'vitest'
import { groupsOf } from '../../../src-renderer/wall/wall-groups'
import { fakeDevice } from '../fake-phone'

const phone = (publicId: string, ...labels: string[]) =>
  fakeDevice(publicId, { labels: labels.map((name) => ({ name, color: '#FF0000' })) })

it('groups the wall by pin and first label, without labels last', () => {
  const phones = [
    phone('p', 'eu'),
    phone('q'),
    phone('a', 'eu', 'us'),
    phone('b', 'eu'),
    phone('c', 'us'),
    phone('d'),
  ]
  const groups = groupsOf(phones, (publicId) => ['p', 'q'].includes(publicId))
  expect(groups.map(({ kind, label, start, end }) => [kind, label?.name ?? null, start, end])).toEqual([
    ['pinned', null, 0, 2],
    ['label', 'eu', 2, 4],
    ['label', 'us', 4, 5],
    ['none', null, 5, 6],
  ])
  expect(groupsOf([], () => false)).toEqual([])
})
