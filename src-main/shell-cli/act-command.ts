import { toJsonLine } from '../core/disk/json-line'
import { UsageError } from '../core/base/start-arguments'
import { actOnPhones } from './act-on-phones'
import { fleetOptions, readArguments } from './arguments'
import { readWords } from './fleet-access'
import type { Outcome } from './open-phones'
import { plain, type Terminal } from './terminal'
import { readAction } from './read-action'

type Result = Record<string, unknown>

/** `fleetwall act`: runs one action of the service once on each phone, and prints each phone’s answer. */
export async function act(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    phones: { type: 'string' },
    json: { type: 'boolean' },
  })
  const [json] = positionals
  if (json === undefined || positionals.length > 1)
    throw new UsageError('act takes one action; quote its JSON')
  if (values.phones === undefined) throw new UsageError('name the phones: --phones SELECTOR')
  const action = readAction(json, (await readWords(values, terminal)).path)
  return actOnPhones(
    values,
    values.phones,
    terminal,
    (_phone, hands) => hands.act(action),
    (outcome) => {
      if (values.json === true) terminal.print(jsonLine(outcome))
      else if (outcome.done) terminal.print(`${plain(`${outcome.phone.name}: ${answerOf(outcome.done)}`)}\n`)
    },
  )
}

/** What a phone answered: its clipboard or its address; without any, that it is done. */
function answerOf(result: Result): string {
  const values = Object.values(result).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  return values.length > 0 ? values.join(', ') : 'done'
}

const jsonLine = ({ phone, done, reason }: Outcome<Result>) =>
  toJsonLine({
    type: 'act',
    phone: { id: phone.publicId, name: phone.name },
    state: reason === null ? 'done' : 'failed',
    result: done,
    message: reason,
  })
