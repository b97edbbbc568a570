import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Press } from '../../src-shared/protocol/action'

/** A copy that a phone was asked for, and whose text has not come to the computer's clipboard yet. */
export interface Copying {
  /** By their marks, as far as is known: what the computer held when it was asked for, and what phones have put there since. */
  readonly older: Set<number>
  /** Whether something newer is known to have been copied on the computer. */
  isOld: boolean
}

/** An action that needs to be told something first. */
export type PreparedAction = 'open-url' | 'open-app' | 'clipboard-set'
/** An action that asks the phone for something. */
export type Question = 'clipboard-get' | 'ip'
export type Chord = Press & { modifiers: string[]; key: string }

/** What is about to be done on phones, and with which of them the person is asked or answered. */
export const useActing = defineStore('acting', () => {
  const preparing = shallowRef<{ what: PreparedAction; publicIds: readonly string[] } | null>(null)
  const asking = shallowRef<{ what: Question; publicIds: readonly string[] } | null>(null)
  /** The phone whose menu is open, and where, in client pixels. */
  const menu = shallowRef<{ publicId: string; x: number; y: number } | null>(null)
  /** The phones of which screenshots are wanted that cost a snapshot each; null while nobody is asked about it. */
  const costing = shallowRef<readonly string[] | null>(null)

  /** In the order in which they were asked for. */
  const copies = shallowRef<readonly Copying[]>([])

  /** Another fleet is open. */
  const forget = () => {
    preparing.value = asking.value = menu.value = costing.value = null
  }

  return { preparing, asking, menu, costing, copies, forget }
})
