import { expect, it } from 'vitest'
import { withoutExif } from '../../src-shared/protocol/without-exif'
import { fixture } from '../renderer/jpeg/fixtures'
import {
  APP1,
  APP2,
  changed,
  profile,
  primaries,
  takeApart,
  turning,
  withSegments,
} from '../renderer/jpeg/segments'

it('turns Exif into a comment, keeps all else, and leaves the original alone', () => {
  const plain = Uint8Array.from(fixture('progressive'))
  const segments = withSegments(plain, profile(primaries.displayP3), turning(6))
  // Markers without a segment, and a fill byte.
  const turned = Uint8Array.from([0xff, 0xd8, 0xff, 0x01, 0xff, 0xd0, 0xff, ...segments.subarray(2)])
  const before = Uint8Array.from(turned)
  const bytes = withoutExif(turned)
  expect(turned).toEqual(before)
  const left = Uint8Array.from([...bytes.subarray(0, 2), ...bytes.subarray(7)])
  const markers = takeApart(left).segments.map(({ marker }) => marker)
  expect(markers).toContain(APP2)
  expect(markers).not.toContain(APP1)
  const rest = changed(
    changed(left, 0xfe, () => null),
    APP2,
    () => null,
  )
  expect(rest).toEqual(plain)
})

it('copies nothing without Exif', () => {
  const plain = Uint8Array.from(fixture('progressive'))
  expect(withoutExif(plain)).toBe(plain)
})
