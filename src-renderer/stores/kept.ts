import { defineStore } from 'pinia'
import { reactive, ref, shallowRef } from 'vue'
import type { ActivityKind } from '../../src-shared/features/activity'
import type { VideoFormat } from '../../src-shared/features/conversions'
import type { ExportedFleet } from '../../src-shared/features/fleets-state'
import type { UsageHistory } from '../../src-shared/features/usage'
import type { WatchFor } from '../../src-shared/features/screens-state'
import type { AppTarget } from '../../src-shared/protocol/app-target'
import type { BudgetName } from '../../src-shared/protocol/budget-name'
import type { JobStage } from '../rules/job-board'
import { usualPercents, type GestureDraft } from '../rules/screen-gesture'

/** What dialogs keep from one opening to the next, for as long as the window is open. */
export const useKept = defineStore('kept', () => {
  const activity = reactive<{ text: string; what: ActivityKind | '' }>({ text: '', what: '' })
  const budgetOrder = ref<BudgetName>('active_minutes')
  const usageHistory = shallowRef<UsageHistory>({ samples: [], phones: [] })
  const contactSheet = reactive<{ format: 'png' | 'pdf'; mayCost: boolean }>({
    format: 'png',
    mayCost: false,
  })
  const convert = reactive<{ format: VideoFormat; isCaptioned: boolean }>({
    format: 'mp4',
    isCaptioned: false,
  })
  /** The files of the chosen flows. */
  const flows = reactive(new Set<string>())
  const gesture = reactive<GestureDraft>({
    type: 'tap',
    unit: 'percent',
    ...usualPercents,
    ms: '',
    notches: '3',
  })
  /** The fleets that a file of another computer offers. */
  const importedFleets = shallowRef<readonly ExportedFleet[]>([])
  const jobStage = ref<JobStage | null>(null)
  const namePattern = reactive({ pattern: 'Lab {n:02}', start: '1' })
  const prepare = reactive<{
    url: string
    target: AppTarget
    username: string
    text: string
    isPattern: boolean
  }>({ url: '', target: 'photoapp', username: '', text: '', isPattern: false })
  const pressedKey = ref('Enter')
  const watch = reactive<{ kind: WatchFor['kind']; seconds: string; text: string }>({
    kind: 'change',
    seconds: '10',
    text: '',
  })
  return {
    activity,
    budgetOrder,
    usageHistory,
    contactSheet,
    convert,
    flows,
    gesture,
    importedFleets,
    jobStage,
    namePattern,
    prepare,
    pressedKey,
    watch,
  }
})
