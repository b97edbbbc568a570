import { defineStore } from 'pinia'
import { computed, reactive } from 'vue'
import type { KeptOptions } from '../../../src-shared/features/flow-history-state'
import {
  mostRetries,
  mostTimeoutS,
  type FlowFile,
  type FlowOptions,
} from '../../../src-shared/features/flows-state'
import { wholeNumber } from '../../rules/whole-number'
import { useFlowSheet } from './flow-sheet'

/** NaN for what is no number. */
type Typed = number | ''

/** The most of each option that is a number. */
export const mostOf = { retries: mostRetries, timeoutS: mostTimeoutS, mostActions: 1_000_000 }
export type NumberOption = keyof typeof mostOf

/** What is chosen and typed for the next run: kept in memory alone, from one opening of the tab to the next. */
export const useFlowSetup = defineStore('flow-setup', () => {
  const sheet = useFlowSheet()
  /** The chosen flows, by their files. */
  const chosen = reactive(new Set<string>())
  /** Values by their names, as `constructor`, too; '' is not sent. */
  const values = reactive(new Map<string, string>())
  /** Options as typed; '' for the usual. */
  const options = reactive({
    retries: '' as Typed,
    timeoutS: '' as Typed,
    mostActions: '' as Typed,
    isDivided: false,
  })
  const isValid = (name: NumberOption) => {
    const typed = options[name]
    return typed === '' || wholeNumber(typed, 0, mostOf[name]) !== null
  }
  const areValid = computed(() => isValid('retries') && isValid('timeoutS') && isValid('mostActions'))
  const numberOf = (typed: Typed) => (typed === '' ? undefined : typed)
  /** The options without values, as the core takes them. */
  const how = computed<Omit<FlowOptions, 'env'>>(() => ({
    retries: numberOf(options.retries),
    timeoutS: numberOf(options.timeoutS),
    mostActions: numberOf(options.mostActions),
    // A sheet gives each phone its rows.
    isDivided: options.isDivided && !sheet.isChosen,
  }))
  /** The names without a value of the chosen flows. */
  const namesOf = (files: readonly FlowFile[]) => [
    ...new Set(files.flatMap(({ file, names }) => (chosen.has(file) ? names : []))),
  ]
  const envOf = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.map((name) => [name, values.get(name) ?? '']).filter(([, value]) => value !== ''),
    )

  /** Takes the options of an earlier run. */
  const takeOptions = ({ retries, timeoutS, mostActions, isDivided }: KeptOptions) =>
    Object.assign(options, {
      ...{ retries: retries ?? '', timeoutS: timeoutS ?? '', mostActions: mostActions ?? '' },
      isDivided: isDivided ?? false,
    })

  return { chosen, values, options, isValid, areValid, how, namesOf, envOf, takeOptions }
})
