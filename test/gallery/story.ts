import type { Component } from 'vue'
import type { AppState } from '../../src-shared/bridge/app-state'
import type { CallName } from '../../src-shared/bridge/contract'
import type { Commands } from '../../src-renderer/commands/use-commands'

/** One state of one part of the window. The gallery shows it, and the screenshot test compares it. */
export interface Story {
  /** `group/component state`, unique. */
  name: string
  component: Component
  props?: Readonly<Record<string, unknown>>
  /** Text of the default slot. */
  slot?: string
  /** The size of its ground, in CSS px. */
  width: number
  height: number
  /** The core's state, on top of `baseState`. */
  /** What the core answers to calls, by name; others stay open. */
  answers?: Partial<Record<CallName, unknown>>
  state?: Partial<AppState>
  /** Brings about what a person would: opens a dialog, types, or adds a notice. Runs after mounting; a promise is waited for. */
  ready?: (at: { commands: Commands }) => unknown
}

/** Makes stories of one group. */
export const stories = (group: string, list: readonly Story[]): Story[] =>
  list.map((story) => ({ ...story, name: `${group}/${story.name}` }))
