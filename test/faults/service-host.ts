import { parseConfig } from '../../src-simulator/config'
import { createHandsetFactory } from '../../src-simulator/screens/handset-factory'
import { startService, type Addresses, type Simulator } from '../../src-simulator/service'

/** A request of the fault runner to this process. */
export type HostRequest = { start: Record<string, unknown> } | { stop: string }

/** An answer of this process. */
export type HostAnswer = { started: Addresses } | { stopped: string } | { defect: string }

// The services run in a process of their own, so that their memory and time do not count as the core's.
const services = new Map<string, Simulator>()
const send = (answer: HostAnswer) => process.send?.(answer)
const onDefect = (error: unknown) =>
  send({ defect: error instanceof Error ? (error.stack ?? '') : String(error) })
const factory = createHandsetFactory({ threads: 1, onDefect })

async function handle(request: HostRequest): Promise<void> {
  if ('start' in request) {
    const service = await startService({ config: parseConfig(request.start), factory, port: 0, onDefect })
    services.set(service.addresses.admin_url, service)
    send({ started: service.addresses })
    return
  }
  await services.get(request.stop)?.close()
  services.delete(request.stop)
  send({ stopped: request.stop })
}

process.on('message', (request: HostRequest) => void handle(request).catch(onDefect))
process.once('disconnect', () => process.exit(0))
