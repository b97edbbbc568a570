import { ref, watch, type Ref } from 'vue'

/** Shorter states, such as a quick reconnect, are not worth an interruption. */
export const settlesMs = 600

/** A source of announcements; only one is listened to at a time. */
export interface Speaker {
  id: string
  text: string
}

/**
 * Returns the text to announce: the new text of the focused source, once it has settled. A move of the focus announces
 * nothing, since the screen reader reads the new element.
 * @param speaker the focused source, or null
 */
export function useLiveAnnouncer(speaker: () => Speaker | null): Readonly<Ref<string>> {
  const heard = ref('')
  /** The text that the user already knows of the focused source. */
  let known: Speaker | null = null

  const settle = (now: Speaker) => {
    if (now.text === known?.text) return
    known = now
    heard.value = now.text
  }
  watch(
    [() => speaker()?.id, () => speaker()?.text],
    (_, __, onCleanup) => {
      const now = speaker()
      if (now === null || now.id !== known?.id) {
        known = now
        heard.value = ''
        return
      }
      const settling = setTimeout(() => settle(now), settlesMs)
      onCleanup(() => clearTimeout(settling))
    },
    { immediate: true, flush: 'post' },
  )
  return heard
}
