import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import { readsScreens, type Rule } from '../../../src-shared/features/rules-state'
import { useNotices } from '../../stores/notices'
import { playSound } from './play-sound'

/** The rules of the open fleet. */
export const useRules = defineStore('rules', () => {
  const all = shallowRef<readonly Rule[]>([])
  const looksLateS = ref(0)
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
  /** How late a rule looks at its screens, in s; 0 for in time. */
  const lateS = ({ isOn, when }: Rule) => (isOn && readsScreens(when) ? looksLateS.value : 0)
  const replace = (next: readonly Rule[]) => (all.value = next)
  const start = (state: Pick<AppState, 'rules' | 'looksLateS'>) => {
    replace(state.rules)
    looksLateS.value = state.looksLateS
  }
  const take = (event: AppEvent) => {
    if (event.type === 'rules') start(event)
    if (event.type !== 'rule-fired') return
    const { firing } = event
    if (firing.shows) useNotices().add({ kind: 'fired', firings: [firing] }, null)
    if (firing.sounds) playSound()
  }
  return { all, on, watches, lateS, replace, start, take }
})
