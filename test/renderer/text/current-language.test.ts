import { computed } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import { describeFault } from '../../../src-renderer/text/describe/describe-fault'
import { describeShortcut } from '../../../src-renderer/text/describe/describe-shortcut'
import { speak } from '../../../src-renderer/text/current-language'
import { bestLanguage } from '../../../src-shared/features/preferences-state'
import { formatBytes, formatSpan } from '../../../src-renderer/text/measures'
import { messages } from '../../../src-renderer/text/messages'
import { formatCount, formatInstant, formatTime } from '../../../src-renderer/text/numbers'

afterEach(() => speak('en'))

describe('the language of the page', () => {
  it('is the first wanted one with a catalogue, whatever its region, or English', () => {
    expect(bestLanguage(['de-AT', 'en'])).toBe('de')
    expect(bestLanguage(['fr-FR', 'DE', 'en-US'])).toBe('de')
    expect(bestLanguage(['en-US', 'de'])).toBe('en')
    expect(bestLanguage(['ar', 'zh-Hant-TW', 'zh-HK'])).toBe('en')
    expect(bestLanguage(['zh-Hans-SG', 'en'])).toBe('zh')
    expect(bestLanguage(['pt-PT'])).toBe('pt')
    expect(bestLanguage([])).toBe('en')
  })

  it('updates texts that were read before', async () => {
    const shown = computed(() => [
      messages.bar.noFleet,
      messages.inspector.phones({ n: 2 }),
      formatCount(1234),
    ])
    expect(shown.value).toEqual(['No fleet', '2 phones', '1,234'])
    await speak('de')
    expect(shown.value).toEqual(['Keine Flotte', '2 Telefone', '1.234'])
    await speak('en')
    expect(shown.value).toEqual(['No fleet', '2 phones', '1,234'])
  })

  it('is the last chosen one, whichever file comes first', async () => {
    const first = speak('de')
    await Promise.all([speak('en'), first])
    expect(messages.bar.noFleet).toBe('No fleet')
  })

  it('has its own plural forms, numbers, dates, keys and sentences', async () => {
    await speak('de')
    expect([0, 1, 2].map((n) => messages.edit.saveAll({ n }))).toEqual([
      'Auf 0 Telefonen speichern',
      'Auf 1 Telefon speichern',
      'Auf 2 Telefonen speichern',
    ])
    expect(formatBytes(314_572_800)).toBe('314,6 MB')
    expect(formatSpan(4000)).toBe('1 h 6 min')
    expect(formatInstant('2026-03-29T00:00:00Z', 'Europe/Berlin')).toBe('29.03.2026, 01:00')
    expect(formatTime(Date.parse('2026-03-29T12:32:00Z'), 'UTC')).toBe('12:32')
    expect(describeShortcut('mod+shift+pageup', 'linux')).toBe('Strg+Umschalt+Bild auf')
    expect(describeFault({ kind: 'file', reason: 'empty', name: 'film.mov' }).sentence).toBe(
      '„film.mov“ ist leer.',
    )
  })
})
