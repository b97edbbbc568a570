import { parseConfig } from '../../src-simulator/config'
import { createHandsetFactory } from '../../src-simulator/screens/handset-factory'
import { startService, type Addresses, type Simulator } from '../../src-simulator/service'

/** What the program of the faults asks of this process. */
export type HostOrder = { start: Record<string, unknown> } | { stop: string }

/** An answer; `address` is that of the service in question. */
export type HostAnswer = { started: Addresses } | { stopped: string } | { defect: string }

// Services of many runs, in a process of their own: their memory and time are not the core's.
const services = new Map<string, Simulator>()
const tell = (answer: HostAnswer) => process.send?.(answer)
const onDefect = (error: unknown) =>
  tell({ defect: error instanceof Error ? (error.stack ?? '') : String(error) })
const factory = createHandsetFactory({ threads: 1, onDefect })

async function obey(order: HostOrder): Promise<void> {
  if ('start' in order) {
    const service = await startService({ config: parseConfig(order.start), factory, port: 0, onDefect })
    services.set(service.addresses.admin_url, service)
    tell({ started: service.addresses })
    return
  }
  await services.get(order.stop)?.close()
  services.delete(order.stop)
  tell({ stopped: order.stop })
}

process.on('message', (order: HostOrder) => void obey(order).catch(onDefect))
process.once('disconnect', () => process.exit(0))
