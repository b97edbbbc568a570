import { describe, expect, it } from 'vitest'
import { deviceName } from '../../src-shared/protocol/device-name'

describe('deviceName', () => {
  it('prefers the custom name', () => {
    expect(deviceName({ name: 'iPhone 8', custom_name: 'Shelf 3' })).toBe('Shelf 3')
    expect(deviceName({ name: 'iPhone 8', custom_name: null })).toBe('iPhone 8')
  })
})
