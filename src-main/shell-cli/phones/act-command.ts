import { toJsonLine } from '../../core/disk/json-line'
import { UsageError } from '../../core/base/start-arguments'
import { actOnPhones } from './act-on-phones'
import { fleetOptions, readArguments } from '../terminal/arguments'
import type { FlowPhone } from '../../core/flows/on-phone/flow-phone'
import type { Hands } from '../../core/flows/on-phone/hands'
import { openSheetPhones, readData, sheetOptions } from '../fleet/data-sheet'
import { readWords } from '../fleet/fleet-access'
import { openPhones, type Outcome } from '../fleet/open-phones'
import { plain, type Terminal } from '../terminal/terminal'
import { parsedAction, readAction } from './read-action'
import { rowAction, textsIn } from './row-action'

type Result = Record<string, unknown>

/** `fleetwall act`: runs one action of the service once on each phone, and prints each phone’s answer. */
export async function act(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    phones: { type: 'string' },
    json: { type: 'boolean' },
    ...sheetOptions,
  })
  const [json] = positionals
  if (json === undefined || positionals.length > 1)
    throw new UsageError('act takes one action; quote its JSON')
  const names = (await readWords(values, terminal)).path
  const report = (outcome: Outcome<Result>) => {
    if (values.json === true) terminal.print(jsonLine(outcome))
    else if (outcome.done) terminal.print(`${plain(`${outcome.phone.name}: ${answerOf(outcome.done)}`)}\n`)
  }
  const template = values.data === undefined ? {} : parsedAction(json)
  const sheet = await readData(values, terminal, textsIn(template))
  if (!sheet) {
    if (values.phones === undefined) throw new UsageError('name the phones: --phones SELECTOR')
    const action = readAction(json, names)
    const opening = openPhones(values, values.phones, terminal)
    return actOnPhones(opening, terminal, (_phone, hands) => hands.act(action), report)
  }
  const opening = openSheetPhones(values, values.phones ?? 'all', terminal, sheet, (row) =>
    rowAction(template, row, names),
  )
  const act = async ({ publicId }: FlowPhone, hands: Hands) => {
    const action = (await opening).rows.get(publicId)?.[0]?.value
    return action ? hands.act(action) : {}
  }
  return actOnPhones(opening, terminal, act, report)
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
