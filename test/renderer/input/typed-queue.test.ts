import { describe, expect, it } from 'vitest'
import { createTypedQueue } from '../../../src-renderer/input/typed-queue'

function harness() {
  const sent: string[] = []
  const chords: (() => void)[] = []
  const queue = createTypedQueue({
    sendText: (text) => sent.push(`text ${text}`),
    sendKey: (key) => sent.push(`key ${key}`),
    sendChord: (modifiers, key) => {
      sent.push(`chord ${[...modifiers, key].join('+')}`)
      return new Promise((resolve) => chords.push(resolve))
    },
    setClipboard: (text) => {
      sent.push(`clipboard ${text}`)
      return new Promise((resolve) => chords.push(resolve))
    },
  })
  const answerChord = async () => {
    chords.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, sent, answerChord }
}

describe('typed queue', () => {
  it('sends at once, in order', () => {
    const { queue, sent } = harness()
    queue.push({ kind: 'text', text: 'a' })
    queue.push({ kind: 'key', key: 'enter' })
    queue.push({ kind: 'text', text: 'b' })
    expect(sent).toEqual(['text a', 'key enter', 'text b'])
  })

  it('holds what follows a chord until the chord is answered, and merges text meanwhile', async () => {
    const { queue, sent, answerChord } = harness()
    queue.push({ kind: 'chord', modifiers: ['ctrl'], key: 'a' })
    queue.push({ kind: 'text', text: 'x' })
    queue.push({ kind: 'text', text: 'y' })
    queue.push({ kind: 'key', key: 'enter' })
    queue.push({ kind: 'text', text: 'z' })
    expect(sent).toEqual(['chord ctrl+a'])
    await answerChord()
    expect(sent).toEqual(['chord ctrl+a', 'text xy', 'key enter', 'text z'])
  })

  it('holds what follows the clipboard until it is set', async () => {
    const { queue, sent, answerChord } = harness()
    queue.push({ kind: 'text', text: 'a' })
    queue.push({ kind: 'clipboard', text: 'b' })
    queue.push({ kind: 'text', text: 'b' })
    expect(sent).toEqual(['text a', 'clipboard b'])
    await answerChord()
    expect(sent).toEqual(['text a', 'clipboard b', 'text b'])
  })

  it('sends two chords one after the other', async () => {
    const { queue, sent, answerChord } = harness()
    queue.push({ kind: 'chord', modifiers: ['ctrl'], key: 'a' })
    queue.push({ kind: 'chord', modifiers: ['ctrl'], key: 'c' })
    await answerChord()
    expect(sent).toEqual(['chord ctrl+a', 'chord ctrl+c'])
  })
})
