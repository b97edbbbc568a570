import { describe, expect, it } from 'vitest'
import vocabularyFile from '../../../../resources/vocabulary.json'
import { readPress, type PressDraft } from '../../../../src-renderer/features/actions/press-draft'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'

const words = vocabularySchema.parse(vocabularyFile)
const read = (over: Partial<PressDraft>) =>
  readPress(
    { key: 'Enter', held: [], preset: '', ...over },
    { ...words, modifiers: { ...words.modifiers, Meta: 'command' } },
  )

describe('what is pressed', () => {
  it.each<[Partial<PressDraft>, object]>([
    [{}, { type: 'key', key: 'enter' }],
    [{ key: 'a' }, { type: 'key', key: 'a' }],
    [
      { key: 'a', held: ['Meta'] },
      { type: 'press', modifiers: ['command'], key: 'a' },
    ],
    [
      { key: 'ArrowUp', held: ['Meta', 'Shift', 'Control', 'Alt'] },
      { type: 'press', modifiers: ['ctrl', 'alt', 'shift', 'command'], key: 'up' },
    ],
    [{ key: 'constructor' }, { type: 'key', key: 'constructor' }],
    [
      { held: ['Alt'], preset: ' control_center ' },
      { type: 'press', name: 'control_center' },
    ],
  ])('is a key, a chord or a preset, in the words of the service: %j', (draft, action) => {
    expect(read(draft)).toEqual(action)
  })

  it.each(['  ', 'a\0b', '\uD800'])('is no preset %j', (preset) => {
    expect(read({ preset })).toBeNull()
  })
})
