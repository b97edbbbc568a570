import type { Template } from './template'

/** What a flow uses of the daily budgets. */
export interface Cost {
  readonly actions: number
  readonly uploads: number
}

/** Where something stands in a file. Lines and columns count from 1. */
export interface Place {
  /** As the user named it, or found in the folder that the user named. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A number, or a text that gives one when it is filled (`fillNumber`). */
export type FlowNumber = number | Template

/** Where the paths of a flow lead: both absolute. */
export interface FlowFolder {
  /** Of the flow's file: its paths are relative to it. */
  readonly folder: string
  /** The folder that the user named, or that of the file that the user named: no path leaves it. */
  readonly root: string
}

/** A file that a flow names. `resolveFile` gives its path and keeps it inside `root`. */
export interface NamedFile extends FlowFolder {
  readonly path: Template
}

/** A text on the screen. `compilePattern` makes the filled pattern one that fits a whole line or word. */
export interface TextSelector {
  readonly kind: 'text'
  readonly pattern: Template
  /** Which of several, from the top left; 0 is the first. */
  readonly index: FlowNumber
}

/** A part of the screen that looks like a kept picture. */
export interface ImageSelector {
  readonly kind: 'image'
  readonly image: NamedFile
  /** How alike the two must be, 0 to 1. */
  readonly threshold: number
  readonly index: FlowNumber
}

/** A point of the screen: `readPoint` reads the filled text. */
export interface PointSelector {
  readonly kind: 'point'
  readonly point: Template
}

/** What can be looked for. */
export type Visible = TextSelector | ImageSelector
export type Selector = Visible | PointSelector

/** A point of the screen: in percent of it (0 to 100), or in pixels of the snapshot. */
export interface Point {
  readonly unit: 'percent' | 'pixels'
  readonly x: number
  readonly y: number
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** All that are given must hold. */
export interface Condition {
  readonly visible: Visible | null
  readonly notVisible: Visible | null
  /** `isTrue` judges it. */
  readonly isTrue: Template | null
}

/** The press or key action that a key's name stands for (spec 4.5), in the vocabulary's words. */
export type KeyPress =
  | { readonly type: 'press'; readonly name: string }
  | { readonly type: 'key'; readonly key: string }

export type Env = Readonly<Record<string, Template>>

/** What of a flow runs, in this order: start, steps, complete. `onFlowComplete` runs after a failure too. */
export interface FlowBody {
  readonly env: Env
  readonly onFlowStart: readonly Step[]
  readonly onFlowComplete: readonly Step[]
  readonly steps: readonly Step[]
}

/** A flow file as it was read. Includes what its `runFlow` commands name. */
export interface Flow extends FlowBody, FlowFolder {
  /** The header's `name`, else the file's without its ending. */
  readonly name: string
  /** As in `Place`. */
  readonly file: string
  readonly tags: readonly string[]
}

/** `config.yaml`. */
export interface Workspace {
  /** Globs, relative to the folder of `config.yaml`. */
  readonly flows: readonly string[]
  readonly includeTags: readonly string[]
  readonly excludeTags: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly executionOrder: {
    /** Names of flows, or of their files without ending, with the place of each in `config.yaml`. */
    readonly flowsOrder: readonly { readonly name: string; readonly place: Place }[]
    /** Whether the flows after a failed one of `flowsOrder` run; true by default. */
    readonly continueOnFailure: boolean
  }
}

/** One command of a flow, without what is the command's own: `StepOf` has it. */
export interface Step {
  readonly command: string
  readonly label: Template | null
  /** A failure is noted and the flow goes on. */
  readonly optional: boolean
  readonly place: Place
  /** The command and its argument in one line, for reports of a step without a label. */
  readonly summary: Template
  /** What it uses at least when it passes. */
  readonly cost: Cost
}
