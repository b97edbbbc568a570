import { describe, expect, it } from 'vitest'
import { typableText } from '../../../../src-renderer/phone/input/pasted-text'

describe('typableText', () => {
  it('converts the line ends of Windows and old Macs', () => {
    expect(typableText('a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
    expect(typableText('a\0b')).toBe('ab')
  })
})
