import type { AppEvent, AppState, FeatureName, Slices } from '../../../src-shared/bridge/app-state'
import type {
  CallHandlers,
  CallName,
  CallNameOf,
  CallParams,
  CallResult,
  TellHandlers,
  TellNameOf,
} from '../../../src-shared/bridge/contract'
import type { PageId } from '../../../src-shared/bridge/page-id'
import type { News } from '../../../src-shared/features/news-state'
import type { OpenFleet } from '../../../src-shared/features/fleets-state'
import type { WorkCounts, WorkOfFleet } from '../../../src-shared/features/program'
import type { Policy } from '../../../src-shared/features/policy'
import type { Clock } from '../time/clock'
import type { NoteWork } from '../disk/journal'

/** All that quitting would cancel: the question before quitting and the updates both ask here. */
export interface Unfinished {
  uploads: number
  /** Steps of tasks on the open fleet. */
  steps: number
  /** Phones that have flows to run. */
  flows: number
  /** Steps of a flow that is recorded, and not saved yet. */
  recordedSteps: number
  /** Phones of the open fleet with pending input or actions. */
  waitingPhones: number
  /** Recordings that are being converted. */
  conversions: number
  /** Schedules that run. */
  schedules: number
}

export const nothingUnfinished: Unfinished = {
  uploads: 0,
  steps: 0,
  flows: 0,
  recordedSteps: 0,
  waitingPhones: 0,
  conversions: 0,
  schedules: 0,
}

const noWork: WorkCounts = {
  uploads: 0,
  tasks: 0,
  flows: 0,
  schedules: 0,
  rules: 0,
  recordings: 0,
  conversions: 0,
  programs: 0,
}

/** Joins the work of features, each of which counts kinds of its own. */
export const joinWork = (parts: readonly Partial<WorkCounts>[]): WorkCounts =>
  Object.assign({}, noWork, ...parts) as WorkCounts

export const hasWork = (work: WorkCounts) => Object.values(work).some((n) => n > 0)

/** Adds up what quitting would cancel, of features or of windows. */
export function addUnfinished(parts: readonly Partial<Unfinished>[]): Unfinished {
  const sum = { ...nothingUnfinished }
  const names = Object.keys(sum) as (keyof Unfinished)[]
  for (const part of parts) for (const name of names) sum[name] += part[name] ?? 0
  return sum
}

/** What one window changes for all of them. */
export interface Everywhere {
  emit(event: AppEvent): void
  /** Sends each window the list of fleets, and which of them other windows show. */
  showFleets(): void
  /** Opens a fleet again where it is open; all that are for null. */
  reopen(fleetId: string | null): Promise<void>
  /** Whether any window still records into the file of this path. */
  isRecorded(path: string): boolean
  /** The same, or whether any window converts it. */
  isInUse(path: string): boolean
  /** Ends the work of all open fleets. @param by the fleet in whose window a person asks for it */
  stopWork(by: string): void
  /** The work of the fleets that are open beside this one. */
  workBeside(fleetId: string): readonly WorkOfFleet[]
  /** How the open fleets are; none while only one is. */
  openFleets(): readonly OpenFleet[]
  /** Forgets a fleet and its key; a window of its own ends. @throws FaultError as `Fleets.remove` */
  remove(fleetId: string): Promise<void>
}

/**
 * Does in a window what its pages can ask for, so that work without a person goes through the same tasks, queues, budgets and
 * rates, and is noted as theirs. @throws FaultError
 */
export type Ask = <Name extends CallName>(
  command: Name,
  params: CallParams<Name>,
) => Promise<CallResult<Name>>

/** What a feature needs of its window. @typeParam Open what it needs of the open fleet */
export interface FeatureContext<Open = unknown> {
  clock: Clock
  policy: Policy | null
  /** Writes the journal. */
  note: NoteWork
  everywhere: Everywhere
  /** Sends an event to the window's pages. */
  emit(event: AppEvent): void
  /** Tells a person: on the desktop while no window is in front, and in the list of what is new if the news are kept. */
  notify(news: News): void
  /** Returns the open fleet. @throws FaultError that says why there is none */
  openFleet(): Open
  /** The open fleet; null without one. */
  fleetOrNull(): Open | null
  fleetId(): string
  fleetName(): string
  /** Plans again which phones are live: other ones are wanted. */
  planAgain(): void
  /** Saves a file in the downloads folder. @param extension with its dot @returns its path */
  saveText(name: string, extension: string, text: string | Uint8Array): Promise<string>
}

type EventOf<Name extends FeatureName> = Slices[Name]['event']

/** What a window can ask of a feature, and hears from it. */
export interface Feature<Name extends FeatureName> {
  readonly calls: Pick<CallHandlers, CallNameOf<Name>>
  readonly tells: Pick<TellHandlers, TellNameOf<Name>>
  /** @param pageId the page that asks; left out: none does */
  state(pageId?: PageId): Slices[Name]['state']
  /** What the window of one phone knows; left out: everything. */
  ofPhone?(publicId: string, state: Slices[Name]['state']): Slices[Name]['state']
  /** The same for events, by type; null for one that does not concern that window. */
  readonly eventsOfPhone?: {
    readonly [Type in EventOf<Name>['type']]?: (
      publicId: string,
      event: Extract<EventOf<Name>, { type: Type }>,
    ) => EventOf<Name> | null
  }
  /** Hears the window's events, before its pages do. */
  event?(event: AppEvent): void
  unfinished?(): Partial<Unfinished>
  /** What of it *Stop everything* ends. */
  work?(): Partial<WorkCounts>
  /** Ends that at once. */
  stopWork?(): void
  /** The open fleet is about to close. */
  fleetCloses?(): void
  /** A page is gone. */
  pageGone?(pageId: PageId): void
  close?(): void
}

/** Every feature of a window; its phones are the spine's own. */
export type Features = { readonly [Name in Exclude<FeatureName, 'phones'>]: Feature<Name> }

/** What the window of one phone knows of all features. */
export interface OfOnePhone {
  state(publicId: string, state: AppState): AppState
  /** @returns null for an event that does not concern that window */
  event(publicId: string, event: AppEvent): AppEvent | null
}

/** The features, for what all of them do. */
export const featureList = (features: Features) => Object.values(features) as readonly Feature<FeatureName>[]

export function ofOnePhone(features: Features): OfOnePhone {
  const all = featureList(features)
  const filters = Object.assign({}, ...all.map(({ eventsOfPhone }) => eventsOfPhone)) as Readonly<
    Partial<Record<AppEvent['type'], (publicId: string, event: AppEvent) => AppEvent | null>>
  >
  return {
    state: (publicId, state) =>
      Object.assign({}, state, ...all.map((feature) => feature.ofPhone?.(publicId, state))) as AppState,
    event(publicId, event) {
      const filter = filters[event.type]
      return filter ? filter(publicId, event) : event
    },
  }
}

/** For events that do not concern the window of one phone. */
export const notOfPhone = () => null

/** Keeps what is about one phone. */
export const aboutPhone = <Item extends { publicId: string | null }>(
  publicId: string,
  items: readonly Item[],
): Item[] => items.filter((item) => item.publicId === publicId)
