import { expect, it } from 'vitest'
import { loginItem } from '../../src-main/shell-electron/login-item'

it('Windows gets each word of what it starts after the login quoted', () => {
  const program = 'C:\\Users\\Ann Lee\\AppData\\Local\\Programs\\Fleetwall\\Fleetwall.exe'
  expect(loginItem([program, '--user-data-dir', 'D:\\Fleet "wall" a\\', ''])).toEqual({
    path: `"${program}"`,
    args: ['"--user-data-dir"', '"D:\\Fleet \\"wall\\" a\\\\"', '""'],
  })
})
