import { describe, expect, it } from 'vitest'
import { codePoints, typableText } from '../../../../src-renderer/phone/input/pasted-text'

describe('codePoints', () => {
  it('counts an emoji as one, as the service does', () => {
    expect(codePoints('a😀')).toBe(2)
  })
})

describe('typableText', () => {
  it('converts the line ends of Windows and old Macs', () => {
    expect(typableText('a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
    expect(typableText('a\0b')).toBe('ab')
  })
})
