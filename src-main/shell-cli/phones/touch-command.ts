import type { Action } from '../../../src-shared/protocol/action'
import { appTargets } from '../../../src-shared/protocol/app-target'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { SheetFlaw, SheetRow } from '../../../src-shared/sheets/sheet'
import { UsageError, type Command } from '../../core/base/start-arguments'
import { findKey, unknownKeyName } from '../../core/flows/language/keys'
import { FlowError } from '../../core/flows/language/flow-error'
import { readPoint } from '../../core/flows/language/point'
import type { FlowPhone } from '../../core/flows/on-phone/flow-phone'
import { noFrames } from '../../core/flows/on-phone/presence'
import { StepFailure } from '../../core/flows/on-phone/step-failure'
import { spotOf } from '../../core/flows/commands/places'
import type { Hands } from '../../core/flows/on-phone/hands'
import { actOnPhones } from './act-on-phones'
import { fleetOptions, readArguments } from '../terminal/arguments'
import { openSheetPhones, readData, sheetOptions } from '../fleet/data-sheet'
import { readWords } from '../fleet/fleet-access'
import { openPhones, type Outcome } from '../fleet/open-phones'
import { fillText } from './row-action'
import type { Terminal } from '../terminal/terminal'

type Do = (phone: FlowPhone, hands: Hands) => Promise<void>

/** `fleetwall tap|type|key|open|home`: one input on each phone; with `--data` a text or an address of its own. */
export async function touch(args: readonly string[], terminal: Terminal, command: Command): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    ...sheetOptions,
    phones: { type: 'string' },
  })
  const [argument] = positionals
  if (positionals.length > (command === 'home' ? 0 : 1))
    throw new UsageError(`${command} takes one argument; quote a text`)
  if (argument === undefined && command !== 'home') throw new UsageError(`${command} needs an argument`)
  if (values.data !== undefined && command !== 'type' && command !== 'open')
    throw new UsageError(`${command} takes no --data`)
  const wanted = argument ?? ''
  const sheet = await readData(values, terminal, [wanted])
  if (values.phones === undefined && !sheet) throw new UsageError('name the phones: --phones SELECTOR')
  const words = await readWords(values, terminal)
  let did = 0
  const count = ({ reason }: Outcome<void>) => {
    if (reason === null) did += 1
  }
  let exit: number
  if (sheet) {
    const own = (row: SheetRow) => rowWork(command, wanted, row, words)
    const opening = openSheetPhones(values, values.phones ?? 'all', terminal, sheet, own)
    const act: Do = async (phone, hands) => {
      for (const { value } of (await opening).rows.get(phone.publicId) ?? []) await value(phone, hands)
    }
    exit = await actOnPhones(opening, terminal, act, count)
  } else {
    const act = work(command, wanted, words)
    exit = await actOnPhones(openPhones(values, values.phones ?? '', terminal), terminal, act, count)
  }
  terminal.print(`done on ${did} ${did === 1 ? 'phone' : 'phones'}\n`)
  return exit
}

/** Returns what a row has its phone do. */
function rowWork(
  command: Command,
  template: string,
  row: SheetRow,
  words: Vocabulary,
): { value: Do } | { wrong: SheetFlaw } {
  const filled = fillText(template, row)
  if ('wrong' in filled) return filled
  try {
    return { value: work(command, filled.text, words) }
  } catch (thrown) {
    if (thrown instanceof UsageError) return { wrong: { kind: 'no-address' } }
    throw thrown
  }
}

function work(command: Command, argument: string, words: Vocabulary): Do {
  const always =
    (action: Action): Do =>
    async (_phone, hands) =>
      void (await hands.act(action))
  switch (command) {
    case 'tap': {
      const point = usable(() => readPoint(argument))
      return async ({ screen }, hands) => {
        if (!screen.frame) throw new StepFailure(noFrames)
        await hands.act({ type: 'tap', ...spotOf(point, screen.frame.size) })
      }
    }
    case 'type':
      return async (_phone, hands) => {
        const skipped = await hands.type(argument)
        if (skipped.length > 0) throw new FaultError({ kind: 'not-typed', skipped: [...skipped] })
      }
    case 'key': {
      const press = findKey(argument, words)
      if (!press) throw new UsageError(unknownKeyName(argument, words))
      return always(press)
    }
    case 'open':
      return always(opening(argument))
    default:
      return always({ type: 'press', name: words.presets.home })
  }
}

function opening(argument: string): Action {
  const [named, username] = argument.split(':', 2)
  const target = appTargets.find((each) => each === named)
  if (target && !argument.includes('://'))
    return { type: 'open_app', target, ...(username === undefined ? {} : { username }) }
  if (!URL.canParse(argument))
    throw new UsageError(`${argument.slice(0, 60)} is neither an address nor a target of open_app`)
  return { type: 'open_url', url: argument }
}

function usable<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof FlowError) throw new UsageError(thrown.message)
    throw thrown
  }
}
