import { firstSteps, type FirstStep } from '../../src-shared/features/preferences-state'
import { usePreferences } from '../stores/preferences'

/** Notes that the user has done this: its hint never shows again. */
export function tookStep(step: FirstStep): void {
  const preferences = usePreferences()
  const { tried } = preferences.now
  if (!tried.includes(step))
    preferences.change({ tried: firstSteps.filter((one) => one === step || tried.includes(one)) })
}
