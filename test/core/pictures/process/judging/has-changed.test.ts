import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { hasChanged } from '../../../../../src-main/core/pictures/process/judging/has-changed'

const screen = (text: string, clock = '9:41', height = 1334) => {
  const canvas = createCanvas(750, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 750, height)
  context.fillStyle = '#000'
  context.fillRect(20, 10, clock === '9:41' ? 80 : 120, 40)
  context.fillRect(100, 600, text.length * 40, 60)
  return canvas.toBuffer('image/jpeg', 80)
}

it('sees another content and a turned phone, but not the status bar', async () => {
  expect(await hasChanged(screen('abc'), screen('abcdefgh'))).toBe(true)
  expect(await hasChanged(screen('abc'), screen('abc', '9:41', 400))).toBe(true)
  expect(await hasChanged(screen('abc'), screen('abc', '10:42'))).toBe(false)
})
