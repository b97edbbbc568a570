import { setMaxListeners } from 'node:events'
import { basename, resolve } from 'node:path'
import { toJsonLine } from '../core/disk/json-line'
import { UsageError } from '../core/base/start-arguments'
import { pathFile } from '../core/uploads/path-file'
import { sayWhy } from '../core/flows/on-phone/say-why'
import { fleetOptions, readArguments } from './arguments'
import { openPhones } from './open-phones'
import { exits, type Terminal, plain } from './terminal'

const never = new AbortController().signal
// Each upload listens.
setMaxListeners(0, never)

/** `fleetwall push`: uploads files to phones. */
export async function push(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    phones: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (positionals.length === 0) throw new UsageError('name a file')
  if (values.phones === undefined) throw new UsageError('name the phones: --phones SELECTOR')
  const paths = positionals.map((path) => resolve(terminal.folder, path))
  for (const path of paths)
    await pathFile(path).catch((thrown: unknown) => {
      throw new UsageError(sayWhy(thrown).message)
    })
  const open = await openPhones(values, values.phones, terminal)
  try {
    let failed = 0
    await Promise.all(
      open.phones.flatMap((phone) =>
        paths.map(async (path) => {
          const why = await phone.upload(path, never).then(
            () => null,
            (thrown: unknown) => sayWhy(thrown).message,
          )
          if (why !== null) failed += 1
          const file = basename(path)
          if (values.json === true) {
            const shown = { id: phone.publicId, name: phone.name }
            terminal.print(
              toJsonLine({
                type: 'upload',
                phone: shown,
                file,
                state: why === null ? 'done' : 'failed',
                message: why,
              }),
            )
          } else if (why === null) terminal.print(`${plain(`${file} is on ${phone.name}`)}\n`)
          if (why !== null) terminal.complain(`${file} to ${phone.name}: ${why}`)
        }),
      ),
    )
    return failed > 0 ? exits.failed : exits.passed
  } finally {
    open.close()
  }
}
