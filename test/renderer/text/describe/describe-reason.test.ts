import { afterEach, describe, expect, it } from 'vitest'
import { reasons } from '../../../../src-main/core/flows/on-phone/reasons'
import { sayFault, sayJob } from '../../../../src-main/core/flows/on-phone/say-fault'
import { languages } from '../../../../src-shared/features/preferences-state'
import { flowReasonMessages } from '../../../../src-shared/texts/flow-reasons'
import { formatText } from '../../../../src-shared/texts/format-text'
import { speak, translate } from '../../../../src-renderer/text/current-language'
import {
  describeReason,
  describeSeen,
  describeWanted,
} from '../../../../src-renderer/text/describe/describe-reason'

afterEach(() => speak('en'))

const describers = { flowReasons: describeReason, flowWanted: describeWanted, flowSeen: describeSeen }
const valueOf = (name: string, at: number) => {
  if (name === 'n') return 2
  return name === 'percent' || name === 'rate' ? '98.5' : `<${at} b.c>`
}
const all = Object.entries(flowReasonMessages).flatMap(([group, texts]) =>
  Object.entries<string>(texts).map(([key, text]) => {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const values = Object.fromEntries(names.map((name, at) => [name, valueOf(name, at)]))
    return { path: `${group}/${key}`, text, values, describe: describers[group as keyof typeof describers] }
  }),
)

describe('the reason of a flow', () => {
  it.each(languages)('is found again in its English, with its values (%s)', async (id) => {
    await speak(id)
    for (const { path, text, values, describe } of all)
      expect(describe(formatText('en-GB', text, values)), path).toBe(translate(path, values))
  })

  it('is said with what it names, and with each of its sentences', async () => {
    await speak('de')
    const what = 'The image logo.png (index 2)'
    expect(describeReason(`${reasons.notOnScreen({ what })} ${reasons.offline}`)).toBe(
      'Das Bild logo.png (Index 2) ist nicht auf dem Bildschirm. Das Telefon ist offline.',
    )
    expect(describeReason(reasons.keyRefusedFor({ why: sayFault({ kind: 'no-sandbox' }, true) }))).toBe(
      'Der Schlüssel wurde abgelehnt: Fleetwall läuft ohne Sandbox. Mit dem deb oder rpm hat es sie.',
    )
    expect(describeReason(reasons.fewUploads({ n: 1, amount: 3 }))).toBe(
      'Der Lauf hat noch 1 Upload, nicht 3.',
    )
    expect(describeReason(reasons.busyWith({ job: sayJob('account_status') }))).toBe(
      'Das Telefon ist mit einem Auftrag beschäftigt (Konto\u00ADstatus).',
    )
    expect(describeReason(sayFault({ kind: 'job-pending', job: 'warm_up' }, true))).toContain(
      translate('jobNames/kinds/warm_up', {}),
    )
    expect(describeReason(reasons.screenGave({ seen: reasons.frames({ rate: '1.5' }) }))).toBe(
      'Der Bildschirm lieferte 1.5 Bilder pro Sekunde.',
    )
  })

  it('stays as it is where it is not known, and in English', async () => {
    const unknown = 'The name USER is not set. Set it with env.'
    const text = '"The phone is offline." is not on the screen.'
    expect(describeReason(reasons.offline)).toBe(reasons.offline)
    await speak('ja')
    expect(describeReason(unknown)).toBe(unknown)
    expect(describeReason(text)).toBe('"The phone is offline."は画面にありません。')
    // What a screen showed is no sentence of Fleetwall.
    expect(describeSeen('Settings · Home visible')).toBe('Settings · Home visible')
    expect(describeSeen('Twins · alike, 100% alike')).toBe('Twins · alike, 100% alike')
    expect(describeWanted('Save 20% as in May')).toBe('Save 20% as in May')
  })
})
