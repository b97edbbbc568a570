import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { SimulatorProcess } from '../core/fleets/simulator-host'

/** Starts the simulator in its own process, which ends with the app. */
export function spawnSimulator(args: readonly string[] = []): SimulatorProcess {
  const child = utilityProcess.fork(fileURLToPath(new URL('./simulator.js', import.meta.url)), [...args], {
    serviceName: 'Fleetwall simulator',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let ended: number | null = null
  child.once('exit', (code) => (ended = code))
  return {
    onOutput: (listener) => void child.stdout?.on('data', (data: Buffer) => listener(data.toString('utf8'))),
    // It may have ended before anybody listens.
    onExit: (listener) => (ended === null ? void child.once('exit', listener) : listener(ended)),
    kill: () => void child.kill(),
  }
}
