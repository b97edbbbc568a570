import { describe, expect, it } from 'vitest'
import {
  firstWall,
  isWall,
  numberOf,
  parametersOf,
  phoneOf,
  phonePage,
  placeIn,
  wallPage,
  type PagePlace,
} from '../../src-shared/bridge/page-id'

describe('the address of a page', () => {
  it.each<[string, PagePlace]>([
    ['', { fleetId: null, pageId: firstWall }],
    ['wall=2', { fleetId: null, pageId: wallPage(2) }],
    ['fleet=rack&wall=8', { fleetId: 'rack', pageId: wallPage(8) }],
    ['phone=wall+2', { fleetId: null, pageId: phonePage('wall 2') }],
    ['fleet=rack&phone=', { fleetId: 'rack', pageId: phonePage('') }],
  ])('names its place: %j', (parameters, place) => {
    expect(parametersOf(place).toString()).toBe(parameters)
    expect(placeIn(new URLSearchParams(parameters))).toEqual(place)
  })

  it.each(['0', '9', '1.5', '-1', 'x', '', '1e9'])('of wall %j is the first', (wall) => {
    expect(placeIn(new URLSearchParams({ wall })).pageId).toBe(firstWall)
  })
})

it('tells walls from pages of phones, whatever a phone is called', () => {
  const phone = phonePage('wall 3')
  expect([isWall(phone), phoneOf(phone), isWall(wallPage(3)), phoneOf(wallPage(3))]).toEqual([
    false,
    'wall 3',
    true,
    null,
  ])
  expect(numberOf(wallPage(3))).toBe(3)
})
