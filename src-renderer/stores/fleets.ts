import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import type { FleetsState, OpenFleet } from '../../src-shared/features/fleets-state'
import {
  scopes as allScopes,
  unknownScopes,
  type Scope,
  type ScopeStates,
} from '../../src-shared/protocol/scope'

/** The fleets, the open one, and what its key permits. */
export const useFleets = defineStore('fleets', () => {
  const state = shallowRef<FleetsState>({
    fleets: [],
    activeId: '',
    elsewhere: [],
    keychain: true,
  })
  const fleets = computed(() => state.value.fleets)
  const active = computed(() => fleets.value.find(({ id }) => id === state.value.activeId) ?? null)
  /** Those that the user added, and may change and remove. */
  const added = computed(() => fleets.value.filter(({ kind }) => kind === 'saved' || kind === 'this-run'))
  /** The names of other services' fleets, whose phones may have the same ids as the open one's. */
  const foreignNames = computed(() =>
    fleets.value.flatMap(({ name, baseUrl }) =>
      baseUrl === active.value?.baseUrl || name === active.value?.name ? [] : [name],
    ),
  )
  /** Returns whether another window shows a fleet. */
  const isElsewhere = (id: string) => state.value.elsewhere.includes(id)
  /** How each fleet is that is open, in the order of the list; none while only one is. */
  const openFleets = shallowRef<readonly OpenFleet[]>([])
  const open = computed(() =>
    fleets.value.flatMap((fleet) => {
      const overview = openFleets.value.find(({ id }) => id === fleet.id)
      return overview ? { fleet, overview } : []
    }),
  )
  /** Whether the list of fleets is unfolded. */
  const listShown = ref(false)
  const keychain = computed(() => state.value.keychain)

  /** Permissions of the open fleet's key. */
  const scopes = shallowRef<ScopeStates>(unknownScopes)
  /** Returns whether a permission is known to be missing; an unknown one counts as granted. */
  const lacks = (scope: Scope) => scopes.value[scope] === 'missing'
  const missing = computed(() => allScopes.filter(lacks))

  const replace = (next: FleetsState) => (state.value = next)
  const start = (first: AppState) => {
    replace(first.fleets)
    scopes.value = first.scopes
    openFleets.value = first.openFleets
  }
  const take = (event: AppEvent) => {
    if (event.type === 'fleets') replace(event.fleets)
    else if (event.type === 'scopes') scopes.value = event.scopes
    else if (event.type === 'open-fleets') openFleets.value = event.openFleets
  }

  return {
    ...{ fleets, active, added, foreignNames, isElsewhere, keychain, scopes, lacks, missing },
    ...{ open, listShown, replace, start, take },
  }
})
