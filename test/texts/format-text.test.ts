import { expect, it } from 'vitest'
import { formatText } from '../../src-shared/texts/format-text'

it('keeps a name from turning itself and the text around it', () => {
  const fill = (name: string) => formatText('en', '{name}: renamed', { name })
  expect(fill('Front desk')).toBe('Front desk: renamed')
  expect(fill('\u202egpj.exe')).toBe('gpj.exe: renamed')
  // A name can't end its isolation itself.
  expect(fill('م\u2069\u202eb')).toBe('\u2068مb\u2069: renamed')
  expect(fill('مكتب')).toBe('\u2068مكتب\u2069: renamed')
})
