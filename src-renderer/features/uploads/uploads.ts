import { defineStore } from 'pinia'
import { computed, shallowRef, triggerRef } from 'vue'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import {
  hasEnded,
  noUploadsSum,
  underWayOf,
  type Upload,
  type UploadChanges,
  type UploadsState,
} from '../../../src-shared/features/upload-state'
import { addSample, secondsLeft, speedOf, type Sample } from './upload-speed'

/** All uploads. There may be 10,000, so the cost of an update depends on what has changed. */
export const useUploads = defineStore('uploads', () => {
  // A place keeps its position in the map when another upload takes it over.
  const byPlace = shallowRef(new Map<number, Upload>())
  const samples = shallowRef(new Map<string, Sample[]>())
  const sum = shallowRef(noUploadsSum)
  const sumSamples = shallowRef<Sample[]>([])

  const uploads = computed(() => [...byPlace.value.values()])
  const underWay = computed(() => uploads.value.filter((upload) => !hasEnded(upload)))

  const sample = ({ id, state, sentBytes }: Upload, now: number) => {
    if (state === 'sending')
      samples.value.set(id, addSample(samples.value.get(id) ?? [], { sentBytes, at: now }))
    else samples.value.delete(id)
  }
  const remove = (place: number) => {
    samples.value.delete(byPlace.value.get(place)?.id ?? '')
    byPlace.value.delete(place)
  }

  /** @param now ms of one monotonic clock, for the speed */
  const update = ({ changed, removed, sum: next }: UploadChanges, now: number) => {
    removed.forEach(remove)
    for (const upload of changed) {
      byPlace.value.set(upload.place, upload)
      sample(upload, now)
    }
    sum.value = next
    if (underWayOf(next) === 0) sumSamples.value = []
    else sumSamples.value = addSample(sumSamples.value, { sentBytes: next.sentBytes, at: now })
    triggerRef(byPlace)
    triggerRef(samples)
  }
  /** @param now ms of the same clock */
  const replace = (state: UploadsState, now: number) => {
    byPlace.value = new Map()
    update({ changed: state.uploads, removed: [], sum: state.sum }, now)
  }
  /** Returns bytes per second. @param now ms of the same clock */
  const speed = (id: string, now: number) => speedOf(samples.value.get(id) ?? [], now)

  /** Seconds until all are sent; null while unknown. @param now ms of the same clock */
  const secondsToEnd = (now: number) =>
    secondsLeft(sum.value.bytes, sum.value.sentBytes, speedOf(sumSamples.value, now))

  const start = (state: AppState) => replace(state.uploads, performance.now())
  const take = (event: AppEvent) => {
    if (event.type === 'uploads') update(event.changes, performance.now())
    else if (event.type === 'opened') sum.value = event.uploadsSum
  }

  return { uploads, sum, underWay, replace, update, speed, secondsToEnd, start, take }
})
