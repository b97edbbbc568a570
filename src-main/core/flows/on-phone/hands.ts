import type { Action } from '../../../../src-shared/protocol/action'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { graphemes } from '../../../../src-shared/protocol/text-cut'
import type { Allowance } from './allowance'
import type { FlowPhone } from './flow-phone'

const mostUnsent = 2
// A piece is one message, and so one action (spec 4.11, rules 3, 4 and 6), also with every letter escaped.
const [longestPlain, longestPiece] = [4000, 1000]

/** The input of one case: counted against the run's allowance, and nothing after the case has ended. */
export class Hands {
  readonly #phone: FlowPhone
  readonly #allowance: Pick<Allowance, 'take'>
  readonly #stop: AbortSignal
  readonly #unsent: AbortSignal
  #done = 0

  /** @param unsent aborted when nothing of the case waits for the rate any more */
  constructor(phone: FlowPhone, allowance: Pick<Allowance, 'take'>, stop: AbortSignal, unsent = stop) {
    this.#phone = phone
    this.#allowance = allowance
    this.#stop = stop
    this.#unsent = unsent
  }

  /** How many actions the phone has done. */
  get done(): number {
    return this.#done
  }

  /** Sends an action once. @throws FaultError, LimitReached, or the reason of the case's end */
  async act(action: Action): Promise<Record<string, unknown>> {
    this.#stop.throwIfAborted()
    this.take(1)
    const result = await this.#phone.act(action, this.#stop, this.#unsent)
    this.#done += 1
    this.#phone.screen.touch()
    return result
  }

  /**
   * Types a text, a long one piece by piece.
   * @param mayGoOn asked before each piece but the first, with the part of the text that is typed; resolves when it may be sent
   * @returns the characters that the phone skipped
   * @throws as `act`, and what `mayGoOn` throws
   */
  async type(
    text: string,
    mayGoOn: (typed: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<readonly string[]> {
    const skipped: string[] = []
    let typed = ''
    for (const piece of piecesOf(text)) {
      if (typed !== '') await mayGoOn(typed)
      skipped.push(...(await this.#typePiece(piece)))
      typed += piece
    }
    return skipped
  }

  async #typePiece(text: string): Promise<readonly string[]> {
    this.#stop.throwIfAborted()
    this.take(1)
    for (let unsent = 0; ; unsent += 1) {
      try {
        const skipped = await this.#phone.type(text, this.#stop, this.#unsent)
        this.#done += 1
        this.#phone.screen.touch()
        return skipped
      } catch (thrown) {
        // What was not sent may be sent again.
        const isUnsent = thrown instanceof FaultError && thrown.fault.kind === 'input-not-sent'
        if (!isUnsent || unsent === mostUnsent || this.#stop.aborted) throw thrown
      }
    }
  }

  /** Takes what something costs that is no action of its own, such as a launch. @throws LimitReached */
  take(actions: number): void {
    this.#allowance.take(actions)
  }
}

function piecesOf(text: string): string[] {
  if (text.length <= longestPlain && /^[ !#-[\]-~]*$/.test(text)) return text === '' ? [] : [text]
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of graphemes.segment(text)) {
    if (piece.length + segment.length > longestPiece && piece !== '') {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return piece === '' ? pieces : [...pieces, piece]
}
