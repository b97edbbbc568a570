import type { Unsubscribe } from '../../../src-shared/bridge/port'
import type { AttachedProgram, ProgramsState } from '../../../src-shared/features/programs-state'
import { aboutPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { Grants } from './grants/grants'
import type { LookMarks } from './look-marks'
import type { ProgramTurns } from './turns'

/** The door of the app, as windows know it. */
export interface ProgramDoor {
  readonly isOpen: boolean
  readonly isForbidden: boolean
  readonly address: string | null
  readonly attached: readonly AttachedProgram[]
  /** The words that connect a program, whatever its grant. */
  readonly command: readonly string[]
  /** Listens for changes of all these. */
  onChange(listener: () => void): Unsubscribe
  /** @throws FaultError */
  open(): Promise<void>
  /** Ends all calls of programs, and closes the door until it is opened again. */
  stop(): void
  /** Opens or closes it when the preference has changed. */
  follow(preferred: boolean): void
  /** Ends the calls of programs with these grants. */
  end(names: readonly string[]): void
}

export interface ProgramsOptions {
  door: ProgramDoor
  grants: Grants
  turns: ProgramTurns
  looks: LookMarks
  /** The one fleet of a window beside the first; null for the first, which programs use. */
  ownFleet: string | null
}

/** The door for programs and agents: what they may do, and what they do. */
export function servePrograms(
  { emit }: FeatureContext,
  { door, grants, turns, looks, ownFleet }: ProgramsOptions,
): Feature<'programs'> {
  const state = (): ProgramsState => {
    const { isOpen, isForbidden, address, attached } = door
    // Of a program that acts, and one that looks, the first is shown.
    const acting = new Set(turns.holds.map(({ publicId }) => publicId))
    const holds = [...turns.holds, ...looks.all.filter(({ publicId }) => !acting.has(publicId))]
    return { isOpen, isForbidden, address, attached, holds }
  }
  const show = () => emit({ type: 'programs', programs: state() })
  const stop = () => {
    turns.stopAll()
    door.stop()
  }
  const ofPhone = (publicId: string, { holds, ...programs }: ProgramsState): ProgramsState => ({
    ...programs,
    holds: aboutPhone(publicId, holds),
  })
  const ends = [door.onChange(show), turns.onChange(show), looks.onChange(show)]
  return {
    calls: {
      'programs.grants': () => ({ grants: grants.all() }),
      'programs.grant'({ grant }) {
        const token = grants.give(grant)
        // Those with the token of an earlier grant of this name.
        door.end([grant.name])
        return { token, command: [...door.command, '--grant', grant.name] }
      },
      'programs.revoke': ({ names }) => door.end(grants.revoke(names)),
      async 'programs.open'({ isOpen }) {
        if (isOpen) await door.open()
        else stop()
      },
      'programs.stop': stop,
    },
    tells: {},
    state: () => ({ programs: state() }),
    ofPhone: (publicId, { programs }) => ({ programs: ofPhone(publicId, programs) }),
    eventsOfPhone: {
      programs: (publicId, event) => ({ ...event, programs: ofPhone(publicId, event.programs) }),
    },
    event(event) {
      if (event.type === 'preferences') door.follow(event.preferences.door)
    },
    // Each counts once, not in every window.
    work: () => (ownFleet === null ? { programs: door.attached.length } : {}),
    stopWork() {
      if (ownFleet === null && door.attached.length > 0) stop()
    },
    close() {
      for (const end of ends) end()
      turns.close()
      looks.close()
    },
  }
}
