import { ref, watch, type Ref } from 'vue'

/** What is over sooner, such as a connection that comes back at once, is not worth an interruption. */
export const settlesMs = 600

/** Something that says what it is doing; only one is listened to at a time. */
export interface Speaker {
  id: string
  text: string
}

/**
 * What a screen reader is to say: the new text of the one that has the focus, once it has settled. Nothing when the
 * focus moves: then the screen reader says by itself what it is on.
 *
 * @param speaker the one that has the focus, or null
 */
export function useLiveAnnouncer(speaker: () => Speaker | null): Readonly<Ref<string>> {
  const heard = ref('')
  /** What the person knows of the one that has the focus. */
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
