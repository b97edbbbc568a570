import type { AutomationKind } from '../../../../src-shared/protocol/automation-kind'
import type { LaunchField } from '../../../../src-shared/protocol/launch-field'
import type { Mask } from '../../pictures/looks'
import type { Expression, Template } from './template'

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

/** A file of the flow's. `resolveFile` gives its path and keeps it inside `root`. */
export interface FlowFile extends FlowFolder {
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
  readonly image: FlowFile
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

interface Of<Command extends string> {
  readonly command: Command
  readonly label: Template | null
  /** A failure is noted and the flow goes on. */
  readonly optional: boolean
  readonly place: Place
  /** The command and its argument in one line, for reports of a step without a label. */
  readonly summary: string
}

interface Tap<Command extends string> extends Of<Command> {
  readonly selector: Selector
  /** Once more when the screen has not changed. */
  readonly retryTapIfNoChange: boolean
  /** The longest wait for a still screen afterwards, in ms; null is the default. */
  readonly waitToSettleTimeoutMs: number | null
}

interface RepeatedTap<Command extends string> extends Tap<Command> {
  readonly repeat: FlowNumber
  /** Between repeated taps, in ms. For `doubleTapOn`: between its two taps. */
  readonly delayMs: number
}

export type TapOn = RepeatedTap<'tapOn'>
export type DoubleTapOn = RepeatedTap<'doubleTapOn'>
export type LongPressOn = Tap<'longPressOn'>

export interface InputText extends Of<'inputText'> {
  readonly text: Template
}
export interface EraseText extends Of<'eraseText'> {
  /** 50 by default, as Maestro has it. */
  readonly characters: FlowNumber
}
export type PasteText = Of<'pasteText'>
export interface SetClipboard extends Of<'setClipboard'> {
  readonly text: Template
}
export interface CopyTextFrom extends Of<'copyTextFrom'> {
  readonly selector: TextSelector
}

export interface PressKey extends Of<'pressKey'> {
  /** As it stands in the file. */
  readonly key: string
  readonly press: KeyPress
}
export interface Back extends Of<'back'> {
  readonly press: KeyPress
}
export interface HideKeyboard extends Of<'hideKeyboard'> {
  readonly press: KeyPress
}

export interface Swipe extends Of<'swipe'> {
  readonly way:
    | { readonly kind: 'points'; readonly start: Template; readonly end: Template }
    /** `from` null: across the screen's middle. */
    | { readonly kind: 'direction'; readonly direction: Direction; readonly from: Visible | null }
  readonly durationMs: number
}
/** One screen down. */
export type Scroll = Of<'scroll'>
export interface ScrollUntilVisible extends Of<'scrollUntilVisible'> {
  readonly element: Visible
  readonly direction: Direction
  readonly timeoutMs: FlowNumber
  /** 0 to 100. */
  readonly speed: number
  /** Scrolls on until what was found is in the screen's middle half. */
  readonly centerElement: boolean
}

export interface OpenLink extends Of<'openLink'> {
  readonly link: Template
}
export interface LaunchApp extends Of<'launchApp'> {
  /** A target of `open_app` (spec 4.5), or an app's name on the home screen. */
  readonly app: Template
  /** For the target `messenger`. */
  readonly username: Template | null
}
export interface SetAirplaneMode extends Of<'setAirplaneMode'> {
  /** As `isOn` reads it. */
  readonly value: Template
}
export type ToggleAirplaneMode = Of<'toggleAirplaneMode'>
export interface AddMedia extends Of<'addMedia'> {
  readonly files: readonly FlowFile[]
}

export interface AssertVisible extends Of<'assertVisible'> {
  readonly selector: Visible
}
export interface AssertNotVisible extends Of<'assertNotVisible'> {
  readonly selector: Visible
}
export interface ExtendedWaitUntil extends Of<'extendedWaitUntil'> {
  readonly visible: Visible | null
  readonly notVisible: Visible | null
  readonly timeoutMs: FlowNumber
}
export interface WaitForAnimationToEnd extends Of<'waitForAnimationToEnd'> {
  /** The flow goes on after it, whatever the screen does. */
  readonly timeoutMs: FlowNumber
}

export interface TakeScreenshot extends Of<'takeScreenshot'> {
  /** A path without ending inside the report's folder: `reportName` checks the filled text. */
  readonly path: Template
}
export interface AssertScreenshot extends Of<'assertScreenshot'> {
  /** The kept picture. It may be missing until somebody keeps one. */
  readonly expected: FlowFile
  /** The share of pixels that must be equal, 0 to 100. */
  readonly thresholdPercentage: number
  readonly mask: readonly Mask[]
}
export interface StartRecording extends Of<'startRecording'> {
  /** As for `takeScreenshot`. */
  readonly path: Template
}
export type StopRecording = Of<'stopRecording'>

export interface Repeat extends Of<'repeat'> {
  /** null: until `while` no longer holds. */
  readonly times: FlowNumber | null
  readonly while: Condition | null
  readonly steps: readonly Step[]
}
export interface Retry extends Of<'retry'> {
  /** Tries after the first one, 0 to 3. */
  readonly maxRetries: FlowNumber
  readonly body: FlowBody
}
export interface RunFlow extends Of<'runFlow'> {
  /** As in `Place`; null for commands that stand in the flow itself. */
  readonly file: string | null
  readonly when: Condition | null
  /** Wins over the env of `body`. */
  readonly env: Env
  readonly body: FlowBody
}
export interface AssertTrue extends Of<'assertTrue'> {
  readonly condition: Template
}
export interface EvalScript extends Of<'evalScript'> {
  readonly script: Expression
}

export interface LaunchAutomation extends Of<'launchAutomation'> {
  readonly kind: AutomationKind
  readonly account: Template | null
  /** Every further field that the vocabulary has for the kind; null for one that the flow leaves to its default. */
  readonly fields: readonly {
    readonly name: string
    readonly field: LaunchField
    readonly given: Template | null
  }[]
}
/** Waits for the job that the flow launched last. A job that failed or was cancelled fails the step. */
export interface WaitForJob extends Of<'waitForJob'> {
  readonly timeoutMs: FlowNumber
}
export interface ExpectFrameRate extends Of<'expectFrameRate'> {
  /** Frames a second, at least. */
  readonly atLeast: FlowNumber
  readonly durationMs: number
}

/** One command of a flow. */
export type Step =
  | TapOn
  | DoubleTapOn
  | LongPressOn
  | InputText
  | EraseText
  | PasteText
  | SetClipboard
  | CopyTextFrom
  | PressKey
  | Back
  | HideKeyboard
  | Swipe
  | Scroll
  | ScrollUntilVisible
  | OpenLink
  | LaunchApp
  | SetAirplaneMode
  | ToggleAirplaneMode
  | AddMedia
  | AssertVisible
  | AssertNotVisible
  | ExtendedWaitUntil
  | WaitForAnimationToEnd
  | TakeScreenshot
  | AssertScreenshot
  | StartRecording
  | StopRecording
  | Repeat
  | Retry
  | RunFlow
  | AssertTrue
  | EvalScript
  | LaunchAutomation
  | WaitForJob
  | ExpectFrameRate
