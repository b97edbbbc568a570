import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { FlowCase } from '../../../src-shared/features/flows-state'
import type { PhoneJobs } from '../../../src-shared/features/jobs'
import type { PauseReason } from '../../../src-shared/features/phones'
import type { TileState } from '../../../src-shared/features/tile-state'
import { hasEnded, type UploadStateName } from '../../../src-shared/features/upload-state'
import type { Usage } from '../../../src-shared/protocol/usage'
import type { DoorWindow } from './door-window'
import { openPhones, type OpenPhone } from './open-phones-list'

interface Named {
  id: string
  name: string
}

/** What programs hear. No other event exists for them; none has an address, a path or a key. */
export type OpenEvent =
  /** Another fleet is open. */
  | { type: 'fleet'; fleet: string }
  /** The list of phones, at first and when it was read. */
  | { type: 'phones'; phones: OpenPhone[] }
  /** A phone has another state. */
  | { type: 'phone'; phone: Named; state: TileState['state'] }
  | { type: 'usage'; usage: Usage }
  | { type: 'jobs'; phone: Named; jobs: PhoneJobs['jobs'] }
  /** An upload has ended. `file` is its name. */
  | { type: 'upload'; phone: Named; file: string; state: UploadStateName }
  /** A run of flows has ended. */
  | { type: 'flows'; flows: readonly string[]; cases: readonly FlowCase[] }
  /** All phones are paused, or no longer (null). */
  | { type: 'paused'; paused: PauseReason | null }
  /** The activity log has more entries. */
  | { type: 'activity' }

/** Tells a program which phones there are, and then what it may hear of the window's events. @returns ends that */
export function hearOpenEvents(window: DoorWindow, tell: (event: OpenEvent) => void): () => void {
  const states = new Map(window.state().tiles.map(({ publicId, state }) => [publicId, state]))
  let names = new Map<string, string>()
  const learnNames = (phones: readonly OpenPhone[]) =>
    (names = new Map(phones.map(({ id, name }) => [id, name])))
  const named = (id: string): Named => ({ id, name: names.get(id) ?? id })
  const known = openPhones(window.state())
  learnNames(known)
  tell({ type: 'phones', phones: known })

  const hearOf = (event: AppEvent) => {
    switch (event.type) {
      case 'opened':
        states.clear()
        return tell({ type: 'fleet', fleet: window.fleetName })
      case 'devices': {
        const phones = openPhones(event)
        learnNames(phones)
        for (const { publicId, state } of event.tiles) states.set(publicId, state)
        return tell({ type: 'phones', phones })
      }
      case 'tile': {
        const { publicId, state } = event.tile
        if (states.get(publicId) === state) return
        states.set(publicId, state)
        return tell({ type: 'phone', phone: named(publicId), state })
      }
      case 'usage':
        if (event.usage.usage) tell({ type: 'usage', usage: event.usage.usage })
        return
      case 'jobs':
        return tell({ type: 'jobs', phone: named(event.jobs.publicId), jobs: event.jobs.jobs })
      case 'uploads':
        for (const { publicId, deviceName, fileName, state } of event.changes.changed)
          if (hasEnded({ state }))
            tell({ type: 'upload', phone: { id: publicId, name: deviceName }, file: fileName, state })
        return
      case 'flows-ended':
        return tell({ type: 'flows', flows: event.run.names, cases: event.cases })
      case 'paused':
        return tell({ type: 'paused', paused: event.paused })
      case 'activity':
        return tell({ type: 'activity' })
      default:
    }
  }
  return window.onEvent(hearOf)
}
