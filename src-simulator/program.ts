import { ConfigError } from './config'
import { readFlags, usage } from './flags'
import { createHandsetFactory } from './screens/handset-factory'
import { startService } from './service'

function complain(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`simulator: ${message.replaceAll('\n', ' ')}\n`)
}

async function start(): Promise<void> {
  const flags = readFlags(process.argv.slice(2))
  if (!flags) {
    process.stdout.write(usage)
    return
  }
  const { port, config } = flags
  // A simulator that can't draw ends, so that the app says so.
  const factory = createHandsetFactory({ onDefect: complain, onThreadLost: () => process.exit(1) })
  const service = await startService({ config, factory, port, onDefect: complain })

  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    void service
      .close()
      .then(() => factory.close())
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        complain(error)
        process.exit(1)
      })
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  // The program that started this one is gone, so it ends too.
  if (process.send) process.once('disconnect', end)

  process.stdout.write(`${JSON.stringify(service.addresses)}\n`)
}

start().catch((error: unknown) => {
  complain(error)
  process.exit(error instanceof ConfigError ? 2 : 1)
})
