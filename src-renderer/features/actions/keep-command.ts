import { computed, ref } from 'vue'
import { mostOwnGestures } from '../../../src-shared/features/preferences-state'
import type { ScreenGesture } from '../../rules/screen-gesture'
import { usePreferences } from '../../stores/preferences'

const mostCharacters = 60

/** Keeps what a dialog would do as a command of the user's. Call it in a component's setup. */
export function useKeepCommand() {
  const preferences = usePreferences()
  const name = ref('')
  const isFull = computed(() => preferences.now.ownGestures.length >= mostOwnGestures)
  const canKeep = computed(() => !isFull.value && name.value.trim() !== '')
  /** Keeps it under the typed name, which is then empty again. */
  const keep = ({ action, space }: ScreenGesture) => {
    if (!canKeep.value) return
    const kept = {
      id: crypto.randomUUID(),
      name: [...name.value.trim()].slice(0, mostCharacters).join(''),
      action,
      space,
    }
    preferences.change({ ownGestures: [...preferences.now.ownGestures, kept] })
    name.value = ''
  }
  return { name, isFull, canKeep, keep }
}
