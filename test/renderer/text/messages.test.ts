import { describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/text/messages'

describe('a text', () => {
  it('is there to be read, or to be called with what its placeholders stand for', () => {
    expect(messages.bar.noFleet).toBe('No fleet')
    expect(messages.commands.titles['phone.open']).toBe('Open in focus view')
    expect(messages.commands.without({ title: 'Home', why: 'No phone.' })).toBe('Home (No phone.)')
  })

  it('takes the form of its count, which is shown as the language shows counts', () => {
    const phones = (n: number) => messages.inspector.phones({ n })
    expect([0, 1, 2, 1200].map(phones)).toEqual(['0 phones', '1 phone', '2 phones', '1,200 phones'])
  })

  it('inserts values literally, with no placeholders or plural forms in them', () => {
    for (const name of ['{n}', 'a | b', '@:tile.open', '{', '$t', '<b>', ''])
      expect(messages.tile.screen({ name })).toBe(`Screen of ${name}`)
    expect(messages.faults.closed.other({ code: '4000' })).toBe('Connection lost (code 4000).')
  })
})
