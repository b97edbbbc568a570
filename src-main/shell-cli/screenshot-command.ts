import { resolve } from 'node:path'
import { saveFile } from '../core/disk/save-file'
import { UsageError } from '../core/base/start-arguments'
import { safePart } from '../core/flows/reports/case-files'
import { sayWhy } from '../core/flows/on-phone/say-why'
import { StepFailure } from '../core/flows/on-phone/step-failure'
import { fleetOptions, readArguments } from './arguments'
import { onEach, openPhones } from './open-phones'
import { exits, type Terminal } from './terminal'

/** `fleetwall screenshot`: saves the live frames of phones, which costs no snapshots. */
export async function screenshot(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    phones: { type: 'string' },
    out: { type: 'string' },
  })
  if (positionals.length > 0) throw new UsageError(`screenshot takes no ${positionals[0] ?? ''}`)
  const folder = resolve(terminal.folder, values.out ?? '.')
  const open = await openPhones(values, values.phones ?? 'all', terminal)
  try {
    const outcomes = await onEach(open.fleet, open.phones, async ({ screen, name }) => {
      if (!screen.frame) throw new StepFailure('The phone sends no frames.')
      return saveFile(folder, `${safePart(name)}.jpg`, screen.frame.jpeg).catch((thrown: unknown) => {
        throw new StepFailure(sayWhy(thrown).message)
      })
    })
    let failed = 0
    for (const phone of open.phones) {
      const outcome = outcomes.get(phone)
      if (outcome?.done) terminal.print(`${outcome.done}\n`)
      else {
        failed += 1
        terminal.complain(`${phone.name}: ${outcome?.reason ?? ''}`)
      }
    }
    return failed > 0 ? exits.failed : exits.passed
  } finally {
    open.close()
  }
}
