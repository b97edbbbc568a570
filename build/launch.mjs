// `npm start`: builds the app, then opens the wall in Electron or serves it to a browser.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chooseShell, root, startProgram, withoutKey } from './shell-command.mjs'

function build() {
  const electronVite = dirname(createRequire(import.meta.url).resolve('electron-vite/package.json'))
  const program = join(electronVite, 'bin', 'electron-vite.js')
  const result = spawnSync(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: withoutKey,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

build()
startProgram(chooseShell(process.argv.slice(2))).once('exit', (code, signal) =>
  process.exit(code ?? (signal ? 1 : 0)),
)
