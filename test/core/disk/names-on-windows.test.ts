import { expect, it } from 'vitest'
import { plainPart, safePart } from '../../../src-main/core/disk/file-name'
import { captureName } from '../../../src-main/core/captures/capture-names'
import { reportName } from '../../../src-main/core/flows/language/flow-files'
import { FlowError } from '../../../src-main/core/flows/language/flow-error'

const at = new Date(2026, 2, 1, 14, 5, 9)
const asFlow = (name: string) => {
  try {
    return `${reportName(name)}.png`
  } catch (error) {
    expect(error).toBeInstanceOf(FlowError)
    return 'refused.png'
  }
}
/** Every way in which a name that a person or a service gives becomes one of a file. */
const makers: Record<string, (name: string) => string> = {
  capture: (name) => captureName('{fleet}/{phone}', { fleet: name, phone: name, publicId: 'a', at }, '.jpg'),
  'second capture': (name) =>
    captureName('{fleet}/{phone}', { fleet: name, phone: name, publicId: 'a', at }, '.jpg', 2),
  'export, contact sheet, video': (name) => safePart(name, '.csv') || 'x',
  'screenshot of the terminal': (name) => `${plainPart(name)}.jpg`,
  'folders of a run’s results': (name) => `${plainPart(name)}/${plainPart(name)}/at-failure.jpg`,
  'picture of a flow': asFlow,
}
const names = [
  ...['CON', 'nul', 'Aux.txt', 'com1', 'LPT9.tar.gz', 'COM¹', 'CONOUT$', 'prn .a', 'con/aux'],
  ...['end.', 'end ', 'end. . ', '.', '..', ' ', '...', 'a:b', 'a<b>c', 'a|b?c*d"e', 'a\\b', 'tab\tname'],
]

it.each(Object.entries(makers))('Windows takes each part of a path: %s', (_, make) => {
  for (const name of names)
    for (const part of make(name).split('/')) {
      expect(part, name).not.toMatch(/[<>:"\\|?*\p{Cc}]/u)
      expect(part, name).toMatch(/[^ .]$/)
      // https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
      expect(part, name).not.toMatch(/^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(\.|$)/i)
    }
})
