import type { Component } from 'vue'
import type { Host } from '../host/host'
import type { PanelTab } from '../../src-shared/features/preferences-state'
import type { DialogKind } from '../stores/dialogs'
import type { FedStore } from '../stores/fed-store'
import type { CommandSpecs } from './make-command'
import type { Commands } from './use-commands'

/** The parts of the page that commands need. */
export interface PageParts {
  /** `goesOn` puts the cursor after what is typed, else that is selected. */
  focusSearch: (goesOn?: boolean) => void
  /** Asks for files and uploads them to the phones. */
  pickFiles: (publicIds: readonly string[]) => void
}

/** How much room marks have in a phone's header. */
export type MarkRoom = 'large' | 'wide' | 'usual' | 'narrow'

/** A tab of the panel. */
export interface PageTab {
  content: Component
  /** Counts what runs. */
  running?: () => number
  /** Counts what failed, and what may have. */
  failed?: () => number
  /** Counts what the person has not seen yet. */
  news?: () => number
}

/** What a feature adds to the page, beside its dialogs and texts. `features/all.ts` lists the features. */
export interface PageFeature {
  stores?: () => readonly FedStore[]
  commands?: (host: Host, page: PageParts) => CommandSpecs
  /** The dialogs that stay when another fleet opens. */
  lastingDialogs?: readonly DialogKind[]
  /** Its tabs of the panel, by id: they show what concerns `usePanel().publicIds`. */
  tabs?: Partial<Record<PanelTab, PageTab>>
  /** Marks a phone on its tile and large. Its props are the phone's `tile` and a `MarkRoom`. */
  mark?: Component
  /** The same, with a button. */
  answer?: Component
  /** What goes on while the wall's window is open. Called in its setup. */
  follow?: (host: Host, commands: Commands) => void
}
