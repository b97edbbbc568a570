import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { Rule } from '../../../src-shared/features/rules-state'
import { useNotices } from '../../stores/notices'
import { playSound } from './play-sound'

/** The rules of the open fleet. */
export const useRules = defineStore('rules', () => {
  const all = shallowRef<readonly Rule[]>([])
  const on = computed(() => all.value.filter(({ isOn }) => isOn))
  /** The rules that fire once on phones of their own, by phone. */
  const watches = computed(() => {
    const byPhone = new Map<string, Rule[]>()
    for (const rule of on.value) {
      if (!rule.once || rule.phones.kind !== 'these') continue
      for (const publicId of rule.phones.publicIds)
        byPhone.set(publicId, [...(byPhone.get(publicId) ?? []), rule])
    }
    return byPhone
  })
  const replace = (next: readonly Rule[]) => (all.value = next)
  const start = ({ rules }: AppState) => replace(rules)
  const take = (event: AppEvent) => {
    if (event.type === 'rules') replace(event.rules)
    if (event.type !== 'rule-fired') return
    const { firing } = event
    if (firing.shows) useNotices().add({ kind: 'fired', firings: [firing] }, null)
    if (firing.sounds) playSound()
  }
  return { all, on, watches, replace, start, take }
})
