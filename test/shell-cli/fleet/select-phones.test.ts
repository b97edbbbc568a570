import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../src-main/core/base/start-arguments'
import { selectPhones } from '../../../src-main/shell-cli/fleet/select-phones'
import { fakeDevice } from '../../renderer/fake-phone'

describe('choosing phones', () => {
  const device = (publicId: string, name: string, custom: string | null, ...labels: string[]) =>
    fakeDevice(publicId, {
      name,
      custom_name: custom,
      labels: labels.map((each) => ({ name: each, color: '#9E9E9E' })),
    })
  const devices = [
    device('dev_a', 'Aster 01', null, 'smoke'),
    device('dev_b', 'Birch 02', 'Front desk', 'smoke', 'slow'),
    device('dev_c', 'Cedar 03', null),
  ]
  const ids = (selector: string) => selectPhones(selector, devices).devices.map((each) => each.public_id)

  it.each([
    ['all', ['dev_a', 'dev_b', 'dev_c']],
    ['dev_c,dev_a', ['dev_a', 'dev_c']],
    ['front desk', ['dev_b']],
    ['*0*', ['dev_a', 'dev_b', 'dev_c']],
    ['A*1', ['dev_a']],
    ['label=smoke', ['dev_a', 'dev_b']],
    ['label=slow,Cedar*', ['dev_b', 'dev_c']],
  ])('%s', (selector, expected) => {
    expect(ids(selector)).toEqual(expected)
  })

  it('asks for live ones of what fits', () => {
    expect(selectPhones('state=live', devices)).toMatchObject({ onlyLive: true, devices })
    expect(selectPhones('label=slow,state=live', devices).devices).toHaveLength(1)
  })

  it.each(['', 'x', 'all,', 'label=none', 'state=idle', 'dev_a,nothing'])('refuses %j', (selector) => {
    expect(() => selectPhones(selector, devices)).toThrow(UsageError)
  })
})
