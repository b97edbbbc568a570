import type { Usage } from '../../../../src-shared/protocol/usage'
import { FleetUse, remainingOf } from '../run/fleet-use'

/** What runs on a fleet share, until none is under way. */
export interface SharedUse {
  use: FleetUse
  /** When its budgets are renewed (ISO 8601); undefined while that is not known. */
  resetsAt: string | undefined
}

/** What the runs on each fleet share: those of the window, and those of commands that it does for a terminal. */
export class FleetUses {
  readonly #uses = new Map<string, SharedUse>()
  /** How many runs of commands use each fleet. */
  readonly #held = new Map<string, number>()

  /** Returns what the runs on a fleet share, or shared last. */
  find(fleetId: string): SharedUse | undefined {
    return this.#uses.get(fleetId)
  }

  /** Returns what a new run shares with those under way. @param isUsed whether one of the window is */
  of(fleetId: string, isUsed: boolean, usage: Usage | null, mostPhones: () => number): FleetUse {
    const { actions: mostActions, uploads: mostUploads } = remainingOf(usage)
    const resetsAt = usage?.resets_at
    const shared = isUsed || this.#held.has(fleetId) ? this.#uses.get(fleetId) : undefined
    // Unknown for a moment is no renewal.
    const isRenewed = resetsAt !== undefined && (shared?.resetsAt ?? resetsAt) !== resetsAt
    if (isRenewed) shared?.use.renew({ mostActions, mostUploads })
    // What they used may not be counted by the service yet.
    shared?.use.actions.lower(mostActions)
    shared?.use.uploads.lower(mostUploads)
    const use = shared?.use ?? new FleetUse({ mostPhones, mostActions, mostUploads })
    this.#uses.set(fleetId, { use, resetsAt: resetsAt ?? shared?.resetsAt })
    return use
  }

  /** A run of a command is under way. @returns ends that */
  hold(fleetId: string): () => void {
    this.#held.set(fleetId, (this.#held.get(fleetId) ?? 0) + 1)
    return () => {
      const left = (this.#held.get(fleetId) ?? 0) - 1
      if (left > 0) this.#held.set(fleetId, left)
      else this.#held.delete(fleetId)
    }
  }
}
