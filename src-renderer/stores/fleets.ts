import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { FleetsState } from '../../src-shared/bridge/fleets-state'
import {
  scopes as allScopes,
  unknownScopes,
  type Scope,
  type ScopeStates,
} from '../../src-shared/protocol/scope'

/** The fleets that can be opened, and the one that is. */
export const useFleets = defineStore('fleets', () => {
  const state = shallowRef<FleetsState>({ fleets: [], activeId: '', keychain: true })
  const fleets = computed(() => state.value.fleets)
  const active = computed(() => fleets.value.find(({ id }) => id === state.value.activeId) ?? null)
  const keychain = computed(() => state.value.keychain)

  /** What the open fleet's key may do. */
  const scopes = shallowRef<ScopeStates>(unknownScopes)
  /** What is not known is tried. */
  const lacks = (scope: Scope) => scopes.value[scope] === 'missing'
  const missing = computed(() => allScopes.filter(lacks))

  const replace = (next: FleetsState) => (state.value = next)

  return { fleets, active, keychain, scopes, lacks, missing, replace }
})
