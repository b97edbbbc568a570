import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CloseReason } from '../host/host'
import type { PaceLimit, PauseReason, VocabularyState } from '../../src-shared/features/phones'
import type { Policy } from '../../src-shared/features/policy'
import type { WorkOfFleet } from '../../src-shared/features/program'
import type { LeftWork } from '../../src-shared/features/history'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import { useNotices } from './notices'
import type { Platform } from '../../src-shared/bridge/platform'

/** The page's link to the core, and facts about the computer that it runs on. */
export const useConnection = defineStore('connection', () => {
  const state = ref<'opening' | 'open' | CloseReason>('opening')
  /** Why the link closed; null while it is up. */
  const closed = computed(() => (state.value === 'opening' || state.value === 'open' ? null : state.value))
  const version = ref('')
  const platform = ref<Platform>('linux')
  /** What had not ended when Fleetwall last did. */
  const left = shallowRef<readonly LeftWork[]>([])
  /** What the administrator of this computer has decided. */
  const policy = shallowRef<Policy | null>(null)
  /** Whether this installation can install new versions itself. */
  const canUpdate = ref(false)
  /** Whether the windows' pages run in Chromium's sandbox. */
  const isSandboxed = ref(true)
  const pace = ref<PaceLimit>(null)
  /** The work of the fleets that are open beside this one. */
  const workElsewhere = shallowRef<readonly WorkOfFleet[]>([])
  /** Why all phones are paused. */
  const paused = ref<PauseReason | null>(null)
  /** The numbers of the fleet's walls that are open. */
  const walls = shallowRef<readonly number[]>([])
  const vocabularyState = shallowRef<VocabularyState | null>(null)
  const vocabulary = computed(() => vocabularyState.value?.words ?? null)

  const takeVocabulary = (next: VocabularyState) => {
    vocabularyState.value = next
    if (next.fault) useNotices().show(next.fault)
  }
  const start = (first: AppState) => {
    version.value = first.version
    policy.value = first.policy
    canUpdate.value = first.canUpdate
    isSandboxed.value = first.isSandboxed
    pace.value = first.pace
    paused.value = first.paused
    walls.value = first.walls
    workElsewhere.value = first.workElsewhere
    left.value = first.left
    takeVocabulary(first.vocabulary)
  }
  const take = (event: AppEvent) => {
    if (event.type === 'left') left.value = event.left
    else if (event.type === 'pace') pace.value = event.pace
    else if (event.type === 'paused') paused.value = event.paused
    else if (event.type === 'walls') walls.value = event.walls
    else if (event.type === 'work-elsewhere') workElsewhere.value = event.work
    else if (event.type === 'vocabulary') takeVocabulary(event.vocabulary)
  }
  return {
    state,
    closed,
    version,
    platform,
    left,
    policy,
    canUpdate,
    isSandboxed,
    pace,
    paused,
    walls,
    workElsewhere,
    vocabulary,
    vocabularyState,
    start,
    take,
  }
})
