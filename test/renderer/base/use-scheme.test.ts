import { describe, expect, it } from 'vitest'
import { schemeOf } from '../../../src-renderer/base/use-scheme'

describe('the window’s colours', () => {
  it.each([
    ['light', 'no-preference', 'light'],
    ['dark', 'no-preference', 'dark'],
    ['no-preference', 'no-preference', 'dark'],
    ['light', 'more', 'contrast'],
    ['light', 'less', 'light'],
  ])('are the system’s: %s with contrast %s is %s', (color, contrast, scheme) => {
    expect(schemeOf('system', { color, contrast })).toBe(scheme)
  })

  it('are those of the settings, whatever the system has', () => {
    expect(schemeOf('light', { color: 'dark', contrast: 'more' })).toBe('light')
    expect(schemeOf('contrast', { color: 'light', contrast: 'no-preference' })).toBe('contrast')
  })
})
