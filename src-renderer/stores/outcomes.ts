import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import {
  markOf,
  wordsOf,
  type OutcomeWord,
  type PhoneOutcome,
} from '../../src-shared/features/outcomes-state'

const none: readonly OutcomeWord[] = []

/** What came of the last jobs and flows on the open fleet's phones. */
export const useOutcomes = defineStore('outcomes', () => {
  const byPhone = shallowRef<ReadonlyMap<string, PhoneOutcome>>(new Map())
  const words = computed(
    () => new Map([...byPhone.value].map(([publicId, outcome]) => [publicId, wordsOf(outcome)] as const)),
  )
  const wordsOfPhone = (publicId: string) => words.value.get(publicId) ?? none
  const markOfPhone = (publicId: string) => markOf(wordsOfPhone(publicId))

  const entries = (all: readonly PhoneOutcome[]) => all.map((one) => [one.publicId, one] as const)
  const start = ({ outcomes }: AppState) => (byPhone.value = new Map(entries(outcomes)))
  const take = (event: AppEvent) => {
    if (event.type === 'outcomes') byPhone.value = new Map(entries(event.outcomes))
    else if (event.type === 'outcomes-changed')
      byPhone.value = new Map([...byPhone.value, ...entries(event.outcomes)])
  }
  return { byPhone, wordsOfPhone, markOfPhone, start, take }
})
