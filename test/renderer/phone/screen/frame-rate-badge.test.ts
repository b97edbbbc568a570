// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import FrameRateBadge from '../../../../src-renderer/phone/screen/FrameRateBadge.vue'

it.each([
  [{ fps: 9.96, ageMs: 34.4 }, ['10.0 fps', '34 ms']],
  [{ fps: 0.5, ageMs: 9999.4 }, ['0.5 fps', '9999 ms']],
  [{ fps: 0.5, ageMs: 9999.6 }, ['0.5 fps', '10 s']],
  [{ fps: 0.5, ageMs: 125_000 }, ['0.5 fps', '2 min 5 s']],
  [{ fps: 0, ageMs: null }, ['static']],
])('shows the pace %o in parts that fit the smallest tile', (pace, parts) => {
  const badge = mount(FrameRateBadge, { props: { pace } })
  expect(badge.findAll('span').map((part) => part.text())).toEqual(parts)
})
