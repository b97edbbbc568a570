import { describe, expect, it } from 'vitest'
import { calls as phoneCalls } from '../../src-shared/features/phones'
import { calls } from '../../src-shared/features/tasks'
import { actionAnswerSchema, actionSchema } from '../../src-shared/protocol/action'

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

it.each([
  ['a line\r\nand\ta tab', 'a line\r\nand\ta tab'],
  ['émoji 😀 نص', 'émoji 😀 نص'],
  ['ls\u001b[2J\u0000\u0007\u009b', 'ls[2J'],
])('a phone’s text %j is read as %j', (text, kept) => {
  const read = (type: 'clipboard_get' | 'device_ip', field: string) =>
    actionAnswerSchema(type).parse({ result: { [field]: text } }).result[field]
  expect(read('clipboard_get', 'clipboard')).toBe(kept)
  expect(read('device_ip', 'ip')).toBe(kept)
})

it.each(['clipboard_get', 'device_ip'])(
  'the question %s is asked as a task, never sent as an action',
  (type) => {
    const [publicId, action] = ['dev_a', { type }]
    expect(calls['devices.ask'].safeParse({ publicIds: [publicId], action }).success).toBe(true)
    expect(calls['devices.act'].safeParse({ publicIds: [publicId], action }).success).toBe(false)
    expect(phoneCalls['device.act'].safeParse({ publicId, action }).success).toBe(false)
  },
)
