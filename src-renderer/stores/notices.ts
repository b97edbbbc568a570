import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import { useDocumentVisibility, whenever } from '@vueuse/core'
import type { BusyWith } from '../../src-shared/bridge/under-way'
import type { Action } from '../../src-shared/protocol/action'
import type { Fault } from '../../src-shared/protocol/fault'

/** Something that was not applied, or perhaps not; which action it was, where it was one. */
export interface Missed {
  fault: Fault
  action?: Action | undefined
}

/**
 * What is told: something that was not applied, the path or name of a file that was saved, that the page before this one had
 * crashed, that what waited was given up, and what it waited for, what a shortcut cannot do now, and why, in words, or that the
 * computer's clipboard keeps what it has instead of what a phone has copied.
 */
export type Told =
  | Missed
  | { saved: string }
  | { hadCrashed: true }
  | { givenUpBehind: BusyWith }
  | { cannot: string; why: string }
  | { keptNewer: true }

/** It is shown for a while, which begins when the window can be seen: on the phone it belongs to, or for the whole window. */
export type Notice = Told & { id: number; publicId: string | null }

const shownForMs = 8000

// One text or many, a phone has one notice of what it could not type, and one of its keys; and one of all that was not sent to it.
const oneForEachPhone: readonly Fault['kind'][] = ['no-such-key', 'not-typed', 'behind-unanswered']

const textOf = (told: Told) => {
  if ('saved' in told) return JSON.stringify({ saved: told.saved })
  if ('hadCrashed' in told) return 'had crashed'
  if ('givenUpBehind' in told) return JSON.stringify({ givenUpBehind: told.givenUpBehind })
  if ('cannot' in told) return JSON.stringify({ cannot: told.cannot, why: told.why })
  if ('keptNewer' in told) return 'kept newer'
  const { fault, action } = told
  return JSON.stringify(oneForEachPhone.includes(fault.kind) ? fault.kind : [fault, action])
}

/** Of a text that goes in pieces, each says which characters were left out. */
const addedTo = (before: Told, now: Told): Told => {
  if (!('fault' in before && 'fault' in now)) return now
  const [{ fault: first }, { fault: next }] = [before, now]
  if (first.kind !== 'not-typed' || next.kind !== 'not-typed') return now
  return { fault: { kind: 'not-typed', skipped: [...first.skipped, ...next.skipped] } }
}

/** What could not be done, where it was done, and what is done that cannot be seen. */
export const useNotices = defineStore('notices', () => {
  const notices = shallowReactive<Notice[]>([])
  const visibility = useDocumentVisibility({ document: globalThis.document })
  const isSeen = computed(() => visibility.value === 'visible')
  let nextId = 0

  const dismiss = (id: number) => {
    const at = notices.findIndex((notice) => notice.id === id)
    if (at >= 0) notices.splice(at, 1)
  }
  /** The same on the same phone is told once: it lasts longer instead. Of the keys that it has not, the last is; of characters, all. */
  const tell = (told: Told, publicId: string | null) => {
    const text = textOf(told)
    const same = notices.find((one) => one.publicId === publicId && textOf(one) === text)
    if (same) dismiss(same.id)
    const id = nextId++
    notices.push({ ...(same ? addedTo(same, told) : told), publicId, id })
    whenever(isSeen, () => setTimeout(() => dismiss(id), shownForMs), { immediate: true, once: true })
  }
  const show = (fault: Fault, publicId: string | null = null, action?: Action) =>
    tell({ fault, action }, publicId)
  const showSaved = (saved: string, publicId: string | null = null) => tell({ saved }, publicId)
  const showCrashed = () => tell({ hadCrashed: true }, null)
  const showGivenUp = (givenUpBehind: BusyWith, publicId: string) => tell({ givenUpBehind }, publicId)
  const showWhyNot = (cannot: string, why: string) => tell({ cannot, why }, null)
  const showKept = (publicId: string) => tell({ keptNewer: true }, publicId)
  const clear = () => notices.splice(0)

  return { notices, show, showSaved, showCrashed, showGivenUp, showWhyNot, showKept, dismiss, clear }
})
