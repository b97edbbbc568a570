import { expect, it } from 'vitest'
import { LiveFrames } from '../../../src-main/core/frames/live-frames'

const frameOf = (content: number) => ({
  jpeg: Buffer.of(content),
  size: { width: 1, height: 1 },
  receivedAt: 0,
})

it('gives each sink the frames of its phone, the one shown first, until it is closed', () => {
  let changes = 0
  const frames = new LiveFrames(() => (changes += 1))
  const taken: string[] = []
  const open = (publicId: string, name: string) =>
    frames.open(publicId, {
      push: ({ jpeg }) => taken.push(`${name} ${jpeg[0]}`),
      interrupt: () => taken.push(`${name} is interrupted`),
    })
  frames.push('a', frameOf(1))
  const closeFirst = open('a', 'first')
  const closeSecond = open('a', 'second')
  open('b', 'other')
  expect([frames.holds('a'), frames.holds('c'), changes]).toEqual([true, false, 2])
  frames.push('a', frameOf(2))
  closeFirst()
  closeFirst()
  expect([frames.holds('a'), changes]).toEqual([true, 2])
  frames.interrupt('a')
  frames.interrupt('a')
  expect(frames.newest('a')).toBeNull()
  closeSecond()
  frames.push('a', frameOf(3))
  expect([frames.holds('a'), changes]).toEqual([false, 3])
  expect(taken).toEqual(['first 1', 'second 1', 'first 2', 'second 2', 'second is interrupted'])
})
