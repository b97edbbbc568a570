import { expect, it } from 'vitest'
import { isSelected } from '../../src-shared/protocol/phone-selector'
import { fakeDevice } from '../renderer/fake-phone'

it.each([
  ['all', true],
  ['dev_b, dev_a', true],
  ['front*', true],
  ['label=smoke', true],
  ['label=slow', false],
  ['state=live', false],
  ['', false],
])('%s includes a phone by its id, name or label: %s', (selector, isIn) => {
  const labels = [{ name: 'smoke', color: '#9E9E9E' }]
  expect(isSelected(selector, fakeDevice('dev_a', { custom_name: 'Front desk', labels }))).toBe(isIn)
})
