import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { print, watchOutput } from '../../core/base/output'
import type { SimulatorProcess } from '../../core/saved-fleets/simulator-host'
import { nodePictures } from '../../core/pictures/picture-process'
import { plain, type Terminal } from './terminal'

// One Ctrl+C can reach a process several times: from the terminal, from npm and from the shell.
const oneStopMs = 200
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Makes the terminal of a Node process. */
export function nodeTerminal(): Terminal {
  const { env: environment, stdout, stderr } = process
  watchOutput()
  return {
    environment,
    folder: process.cwd(),
    isColourful:
      stdout.isTTY === true && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb',
    print,
    complain: (line, isNamed = true) => void stderr.write(`${isNamed ? 'fleetwall: ' : ''}${plain(line)}\n`),
    spawnSimulator,
    startPictures: nodePictures('normal'),
    onStop(listener) {
      let last = -Infinity
      const stop = () => {
        const now = performance.now()
        if (now - last < oneStopMs) return
        last = now
        listener()
      }
      for (const signal of signals) process.on(signal, stop)
      return () => {
        for (const signal of signals) process.off(signal, stop)
      }
    },
  }
}

const built = fileURLToPath(new URL('./simulator.js', import.meta.url))
const source = fileURLToPath(new URL('../../../src-simulator/cli.ts', import.meta.url))
const loader = () => import.meta.resolve('tsx')

function spawnSimulator(args: readonly string[]): SimulatorProcess {
  const program = existsSync(built) ? [built] : ['--import', loader(), source]
  const child = spawn(process.execPath, [...program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // In a group of its own: the run's phones stay until the run has ended.
    detached: true,
  })
  return {
    onOutput: (listener) => void child.stdout?.setEncoding('utf8').on('data', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  }
}
