import { toJsonLine } from '../core/disk/json-line'
import { UsageError } from '../core/base/start-arguments'
import type { FlowPhone } from '../core/flows/on-phone/flow-phone'
import { actOnPhones } from './act-on-phones'
import { fleetOptions, readArguments } from './arguments'
import { readWords } from './fleet-access'
import { openPhones, type Outcome } from './open-phones'
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
  const open = await openPhones(values, values.phones, terminal)
  try {
    const { outcomes, exit } = await actOnPhones(open, (_phone, hands) => hands.act(action))
    for (const phone of open.phones) {
      const outcome = outcomes.get(phone) ?? { done: null, reason: 'It was not asked.' }
      if (values.json === true) terminal.print(jsonLine(phone, outcome))
      else if (outcome.done) terminal.print(`${plain(`${phone.name}: ${answerOf(outcome.done)}`)}\n`)
      if (outcome.reason !== null) terminal.complain(`${phone.name}: ${outcome.reason}`)
    }
    return exit
  } finally {
    open.close()
  }
}

/** What a phone answered: its clipboard or its address; without any, that it is done. */
function answerOf(result: Result): string {
  const values = Object.values(result).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  return values.length > 0 ? values.join(', ') : 'done'
}

const jsonLine = ({ publicId: id, name }: FlowPhone, { done, reason }: Outcome<Result>) =>
  toJsonLine({
    type: 'act',
    phone: { id, name },
    state: reason === null ? 'done' : 'failed',
    result: done,
    message: reason,
  })
