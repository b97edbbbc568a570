import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import type { VideoWish } from '../../../src-shared/features/conversions'
import { isUnderWay, type Conversion } from './conversion'

/** The conversions of this page, in the order in which they run. */
export const useConversions = defineStore('conversions', () => {
  const all = shallowReactive<Conversion[]>([])
  let nextId = 0

  const isBusy = computed(() => all.some(isUnderWay))
  const running = computed(() => all.find(({ state }) => state === 'running') ?? null)
  /** The latest conversion of each recording, by the recording's id. */
  const byRecording = computed(() => new Map(all.map((one) => [one.recording.id, one])))
  const add = (recordings: readonly Conversion['recording'][], wish: VideoWish) => {
    for (const recording of recordings)
      all.push({ id: nextId++, recording, wish, state: 'waiting', share: 0, path: null, fault: null })
  }
  const change = (id: number, changes: Partial<Conversion>) => {
    const at = all.findIndex((each) => each.id === id)
    const now = all[at]
    if (now) all[at] = { ...now, ...changes }
  }
  /** Removes those that have ended. */
  const clear = () => {
    const left = all.filter(isUnderWay)
    all.splice(0, all.length, ...left)
  }

  return { all, isBusy, running, byRecording, add, change, clear }
})
