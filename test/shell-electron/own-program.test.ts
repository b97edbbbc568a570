import { expect, it } from 'vitest'
import { ownProgram } from '../../src-main/shell-electron/own-program'

const appImage = { APPIMAGE: '/opt/Fleetwall.AppImage', APPDIR: '/tmp/.mount_Fleet1' }
const portable = {
  PORTABLE_EXECUTABLE_FILE: 'D:\\Tools\\Fleetwall-portable.exe',
  TEMP: 'C:\\Users\\ann\\AppData\\Local\\Temp',
}

it.each([
  ['a deb', {}, '/opt/Fleetwall/fleetwall', '/opt/Fleetwall/fleetwall'],
  ['an AppImage', appImage, '/tmp/.mount_Fleet1/fleetwall', appImage.APPIMAGE],
  [
    'a deb that another AppImage has started',
    appImage,
    '/opt/Fleetwall/fleetwall',
    '/opt/Fleetwall/fleetwall',
  ],
  [
    'a portable program of Windows',
    portable,
    'C:\\Users\\Ann\\AppData\\Local\\Temp\\2Xyz\\Fleetwall.exe',
    portable.PORTABLE_EXECUTABLE_FILE,
  ],
  [
    'an installed one that another portable program has started',
    portable,
    'C:\\Users\\ann\\AppData\\Local\\Programs\\Fleetwall\\Fleetwall.exe',
    'C:\\Users\\ann\\AppData\\Local\\Programs\\Fleetwall\\Fleetwall.exe',
  ],
])('%s is started again by the file that stays', (_, environment, executable, file) => {
  expect(ownProgram(environment, executable)).toBe(file)
})
