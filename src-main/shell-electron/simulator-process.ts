import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { SimulatorProcess } from '../core/saved-fleets/simulator-host'

/** Starts the simulator in its own process, which ends with the app. */
export function spawnSimulator(args: readonly string[] = []): SimulatorProcess {
  const child = utilityProcess.fork(fileURLToPath(new URL('./simulator.js', import.meta.url)), [...args], {
    serviceName: 'Fleetwall simulator',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    onOutput: (listener) => void child.stdout?.on('data', (data: Buffer) => listener(data.toString('utf8'))),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  }
}
