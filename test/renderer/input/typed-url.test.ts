import { describe, expect, it } from 'vitest'
import { typedUrl } from '../../../src-renderer/input/typed-url'

describe('an address that was typed', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    [' http://example.com ', 'http://example.com'],
    ['example.com', 'https://example.com'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['mailto:somebody@example.com', 'mailto:somebody@example.com'],
    ['tel:+123', 'tel:+123'],
  ])('%s is sent as %s', (typed, url) => {
    expect(typedUrl(typed)).toBe(url)
  })

  it.each(['', '   ', 'two words', 'https://', 'https://a b', 'http://[', ':'])('%j is none', (typed) => {
    expect(typedUrl(typed)).toBeNull()
  })
})
