import { describe, expect, it } from 'vitest'
import { typedUrl } from '../../../src-renderer/rules/typed-url'

describe('typedUrl', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    [' http://example.com ', 'http://example.com'],
    ['example.com', 'https://example.com'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['mailto:somebody@example.com', 'mailto:somebody@example.com'],
    ['tel:+123', 'tel:+123'],
    ['example.com/two words?q=a b#c d', 'https://example.com/two%20words?q=a%20b#c%20d'],
    ['https://example.com/50%/ä', 'https://example.com/50%/%C3%A4'],
    ['münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['mailto:a@example.com?subject=two words', 'mailto:a@example.com?subject=two%20words'],
    ['tel:+1 23', 'tel:+1%2023'],
  ])('%s is sent as %s', (typed, url) => {
    expect(typedUrl(typed)).toBe(url)
  })

  it.each([
    '',
    '   ',
    'two words',
    'https://',
    'https://a b',
    'https://a b/c',
    'example .com',
    '{link}',
    'https://{host}/a',
    'http://[',
    ':',
  ])('%j is none', (typed) => {
    expect(typedUrl(typed)).toBeNull()
  })
})
