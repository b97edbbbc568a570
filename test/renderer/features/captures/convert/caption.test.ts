import { expect, it } from 'vitest'
import {
  captionHeight,
  nextSecond,
  shortened,
} from '../../../../../src-renderer/features/captures/convert/caption'

it('takes a line of a picture’s shorter side, in even pixels', () => {
  expect(captionHeight({ width: 750, height: 1334 })).toBe(46)
  expect(captionHeight({ width: 1334, height: 750 })).toBe(46)
  expect(captionHeight({ width: 100, height: 200 })).toBe(24)
})

it('changes the clock at whole seconds, wherever the recording began', () => {
  const startedAt = 1_700_000_000_250
  expect(nextSecond(0, startedAt)).toBe(750)
  expect(nextSecond(750, startedAt)).toBe(1750)
  expect(nextSecond(1000.5, startedAt)).toBe(1750)
})

it('cuts a name between whole characters', () => {
  const fits = (most: number) => (text: string) => Array.from(text).length <= most
  expect(shortened('Front desk', fits(10))).toBe('Front desk')
  expect(shortened('Front desk', fits(7))).toBe('Front…')
  expect(shortened('📱📱📱', fits(2))).toBe('📱…')
  expect(shortened('Front', () => false)).toBe('…')
})
