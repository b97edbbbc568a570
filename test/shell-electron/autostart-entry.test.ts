import { expect, it } from 'vitest'
import { autostartEntry, autostartFolder } from '../../src-main/shell-electron/autostart-entry'

it('an autostart entry names the program with its arguments, quoted', () => {
  const entry = autostartEntry(['/opt/Fleet wall/fleetwall', '--user-data-dir', '/people/ann/50% "$x"'])
  expect(entry).toContain(
    'Exec="/opt/Fleet wall/fleetwall" "--user-data-dir" "/people/ann/50%% \\\\"\\\\$x\\\\""\n',
  )
})

it.each([
  ['/cfg', '/cfg/autostart'],
  ['cfg', '/people/ann/.config/autostart'],
  [undefined, '/people/ann/.config/autostart'],
])('with XDG_CONFIG_HOME=%s it lies in %s', (config, folder) => {
  expect(autostartFolder(config === undefined ? {} : { XDG_CONFIG_HOME: config }, '/people/ann')).toBe(folder)
})
