import { afterEach, describe, expect, it } from 'vitest'
import { languages } from '../../../../src-shared/features/preferences-state'
import { hasWords } from '../../../../src-renderer/rules/match-words'
import { speak } from '../../../../src-renderer/text/current-language'
import {
  describePolicy,
  describeSetting,
  settingIds,
} from '../../../../src-renderer/features/preferences/describe-settings'

const found = (search: string) => settingIds.filter((id) => hasWords(search, describeSetting(id)))

describe('a search in the settings', () => {
  afterEach(() => speak('en'))

  it('finds by label, section, help and choices, whatever the order and accents', async () => {
    expect(found('idle pause')).toEqual(['pauseAfter'])
    expect(found('CAPTURES')).toEqual(['captureFolder', 'capturePattern', 'captureFormat'])
    expect(found('budget')).toEqual(['mouse', 'notifications'])
    expect(found('contrast')).toEqual(['theme'])
    expect(found('theme')).toEqual(['theme'])
    expect(found('dark mode')).toEqual(['theme'])
    await speak('de')
    expect(found('dunkelmodus')).toEqual(['theme'])
    expect(found('großer kontrast')).toEqual(found('grosser KONTRAST'))
  })

  it.each(languages)('finds all for no words, and each by its own words (%s)', async (id) => {
    await speak(id)
    expect(found('  ')).toEqual([...settingIds])
    for (const one of settingIds) expect(found(describeSetting(one)), one).toContain(one)
  })

  it('finds none for a word that no setting has', () => {
    expect(found('pause zebra')).toEqual([])
  })
})

it('lists all that the administrator has set, and no password', () => {
  const fleets = ['Oslo', 'Bergen'].map((name) => ({ name, baseUrl: 'https://phones.example/v1' }))
  const proxy = 'http://jo:secret@proxy.example:3128'
  expect(describePolicy({ path: '/etc/p.json', updates: false, recording: true, proxy, fleets })).toEqual([
    'Updates are off.',
    'Proxy: http://proxy.example:3128',
    'Fleets to add: Oslo, Bergen',
  ])
})
