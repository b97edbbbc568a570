import { z } from 'zod'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { FleetAccess } from './fleet-address'

/** A simulator in a process of its own, however the shell starts one. */
export interface SimulatorProcess {
  onOutput(listener: (text: string) => void): void
  onExit(listener: (code: number | null) => void): void
  kill(): void
}

export type SpawnSimulator = () => SimulatorProcess

/** The embedded simulated fleet: starts when first opened, and again after it died. */
export interface SimulatorHost {
  /** Starts the simulator if needed. @throws FaultError `simulator` when it does not start */
  access(): Promise<FleetAccess>
  close(): void
}

const startWithinMs = 30_000
const readyLineSchema = z.object({ base_url: z.string(), ws_base_url: z.string(), api_key: z.string() })

/** @param onLost called when a running simulator ends unexpectedly */
export function createSimulatorHost(spawn: SpawnSimulator, onLost: (fault: Fault) => void): SimulatorHost {
  let running: { process: SimulatorProcess; access: Promise<FleetAccess> } | null = null

  const start = () => {
    const process = spawn()
    const access = readAccess(process)
    const mine = { process, access }
    process.onExit((code) => {
      if (running !== mine) return
      running = null
      onLost(endedFault(code))
    })
    access.catch(() => {
      // It never ran, so its end is not reported.
      if (running === mine) running = null
      process.kill()
    })
    return mine
  }

  return {
    access() {
      running ??= start()
      return running.access
    },
    close() {
      running?.process.kill()
      running = null
    },
  }
}

const endedFault = (code: number | null): Fault => ({
  kind: 'simulator',
  detail: `it ended with code ${code ?? 'unknown'}`,
})

function readAccess(process: SimulatorProcess): Promise<FleetAccess> {
  return new Promise((resolve, reject) => {
    const fail = (detail: string) => reject(new FaultError({ kind: 'simulator', detail }))
    const timer = setTimeout(() => fail('it did not start in time'), startWithinMs)
    let output = ''
    process.onOutput((text) => {
      output += text
      const end = output.indexOf('\n')
      if (end < 0) return
      clearTimeout(timer)
      try {
        const ready = readyLineSchema.parse(JSON.parse(output.slice(0, end)))
        resolve({ baseUrl: ready.base_url, wsBaseUrl: ready.ws_base_url, apiKey: ready.api_key })
      } catch {
        fail('its first line was not what it should be')
      }
    })
    process.onExit((code) => {
      clearTimeout(timer)
      reject(new FaultError(endedFault(code)))
    })
  })
}
