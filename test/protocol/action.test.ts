import { describe, expect, it } from 'vitest'
import { actionSchema } from '../../src-shared/protocol/action'

const isAction = (action: object) => actionSchema.safeParse(action).success

describe('a press action', () => {
  it.each([{ name: 'home' }, { modifiers: ['cmd'], key: 'c' }])('is a preset or a chord: %j', (press) => {
    expect(isAction({ type: 'press', ...press })).toBe(true)
  })

  it.each([
    {},
    { modifiers: ['cmd'] },
    { key: 'c' },
    { name: 'home', modifiers: ['cmd'] },
    { name: 'home', key: 'c' },
    { name: 'home', modifiers: ['cmd'], key: 'c' },
  ])('is nothing of both, and nothing by halves: %j', (press) => {
    expect(isAction({ type: 'press', ...press })).toBe(false)
  })
})
