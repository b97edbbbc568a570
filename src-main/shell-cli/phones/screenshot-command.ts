import { resolve } from 'node:path'
import { saveFile } from '../../core/disk/save-file'
import { UsageError } from '../../core/base/start-arguments'
import { plainPart } from '../../core/disk/file-name'
import { noFrames } from '../../core/flows/on-phone/presence'
import { StepFailure } from '../../core/flows/on-phone/step-failure'
import { actOnPhones } from './act-on-phones'
import { fleetOptions, readArguments } from '../terminal/arguments'
import { openPhones } from '../fleet/open-phones'
import type { Terminal } from '../terminal/terminal'

/** `fleetwall screenshot`: saves the live frames of phones, which costs no snapshots. */
export async function screenshot(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    phones: { type: 'string' },
    out: { type: 'string' },
  })
  if (positionals.length > 0) throw new UsageError(`screenshot takes no ${positionals[0] ?? ''}`)
  const folder = resolve(terminal.folder, values.out ?? '.')
  return actOnPhones(
    openPhones(values, values.phones ?? 'all', terminal),
    terminal,
    async ({ screen, name }) => {
      if (!screen.frame) throw new StepFailure(noFrames)
      return saveFile(folder, `${plainPart(name)}.jpg`, screen.frame.jpeg)
    },
    ({ done }) => {
      if (done !== null) terminal.print(`${done}\n`)
    },
  )
}
