import { UsageError } from '../core/base/start-arguments'
import { readArguments, wholeNumber } from './terminal/arguments'
import type { Terminal } from './terminal/terminal'

/** `fleetwall simulator`: starts a simulated fleet, until the program is stopped. */
export async function simulator(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    devices: { type: 'string' },
    port: { type: 'string' },
  })
  if (positionals.length > 0) throw new UsageError(`simulator takes no ${positionals[0] ?? ''}`)
  const devices = wholeNumber('devices', values.devices, 0, 1000) ?? 12
  const port = wholeNumber('port', values.port, 0, 65_535) ?? 0
  const child = terminal.spawnSimulator(['--devices', String(devices), '--port', String(port)])
  child.onOutput((text) => terminal.print(text))
  const off = terminal.onStop(() => child.kill())
  const code = await new Promise<number | null>((resolve) => child.onExit(resolve))
  off()
  return code ?? 0
}
