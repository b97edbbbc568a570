import { argv, env, execPath, exit, platform, stderr } from 'node:process'
import { app } from 'electron'
import { needsNoWindow } from '../core/base/start-arguments'
import { beginAgain } from './begin-again'

/**
 * Chromium chooses its display before any code of ours runs, and ends the program where there is none. So a command for a
 * terminal begins again without one, and without Chromium's remarks about the missing desktop.
 */
function beginWithoutDisplay(): void {
  const [program = execPath, ...args] = argv
  if (app.commandLine.getSwitchValue('ozone-platform') === 'headless') return
  if (!needsNoWindow(args, app.getAppPath())) {
    if (platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY']) return
    stderr.write('Fleetwall: there is no display. fleetwall --help lists what works at a terminal.\n')
    exit(1)
  }
  beginAgain(execPath, [program, '--ozone-platform=headless', '--disable-gpu', '--log-level=3', ...args], env)
}

beginWithoutDisplay()
