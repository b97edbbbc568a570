import type { Usage } from '../../../../src-shared/protocol/usage'
import { Turns } from '../../time/turns'
import type { Cost } from '../language/flow'
import { Allowance } from '../on-phone/allowance'

/** How much a fleet can take at once, and today. */
export interface FleetRoom {
  /** How many phones may be in use at once. */
  mostPhones: number | (() => number)
  /** What is left of today's budgets. */
  mostActions: number
  mostUploads: number
}

/** What all runs on a fleet share: its phones, each for one run at a time, its places and today's budgets. */
export class FleetUse {
  actions: Allowance
  uploads: Allowance
  readonly #places: Turns
  readonly #phones = new Map<string, Turns>()

  constructor({ mostPhones, mostActions, mostUploads }: FleetRoom) {
    this.#places = new Turns(mostPhones)
    this.actions = new Allowance('action', mostActions)
    this.uploads = new Allowance('upload', mostUploads)
  }

  /** What is left of today's budgets. */
  get left(): Cost {
    return { actions: this.actions.left, uploads: this.uploads.left }
  }

  /** Today's budgets were renewed: runs that begin from now on have these; those under way keep what they had. */
  renew({ mostActions, mostUploads }: Pick<FleetRoom, 'mostActions' | 'mostUploads'>): void {
    this.actions = new Allowance('action', mostActions)
    this.uploads = new Allowance('upload', mostUploads)
  }

  /**
   * Waits until no other run uses a phone, first come first served, and then until there is a place for it.
   * @returns ends its use
   * @throws the reason of `stop`
   */
  async enter(publicId: string, stop: AbortSignal): Promise<() => void> {
    const phone = this.#phones.get(publicId) ?? new Turns(1)
    this.#phones.set(publicId, phone)
    const free = await phone.enter(stop)
    try {
      const leave = await this.#places.enter(stop)
      return () => {
        leave()
        free()
      }
    } catch (thrown) {
      free()
      throw thrown
    }
  }
}

/** Returns what is left of a day's budgets; without bounds while they are not known. */
export const remainingOf = (usage: Pick<Usage, 'actions' | 'uploads'> | null): Cost =>
  usage
    ? { actions: usage.actions.remaining, uploads: usage.uploads.remaining }
    : { actions: Infinity, uploads: Infinity }
