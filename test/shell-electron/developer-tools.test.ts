import { expect, it } from 'vitest'
import { opensDeveloperTools } from '../../src-main/shell-electron/developer-tools'

const none = { control: false, shift: false, alt: false, meta: false }

it.each([
  ['F12', { code: 'F12' }, 'linux', true],
  ['Shift+F12', { code: 'F12', shift: true }, 'linux', false],
  ['Ctrl+Shift+I', { code: 'KeyI', control: true, shift: true }, 'win32', true],
  ['Ctrl+I', { code: 'KeyI', control: true }, 'linux', false],
  ['Option+Command+I', { code: 'KeyI', alt: true, meta: true }, 'darwin', true],
  ['Option+Command+I', { code: 'KeyI', alt: true, meta: true }, 'linux', false],
] as const)('%s opens the developer tools on the right systems', (_, key, platform, opens) => {
  expect(opensDeveloperTools({ ...none, ...key }, platform)).toBe(opens)
})
