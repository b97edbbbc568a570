import { onScopeDispose } from 'vue'

/**
 * Puts off work that must not delay what a person sees of a key: `later` does it once the next frame is painted, in a task
 * of its own, and only once for several keys; `now` does it at once if it waits.
 */
export function useAfterPaint(work: () => void): { later(): void; now(): void } {
  let frame: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const drop = () => {
    if (frame !== null) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = null
  }
  const now = () => {
    if (frame === null) return
    drop()
    work()
  }
  const later = () => {
    drop()
    // A frame's callbacks come before its painting.
    frame = requestAnimationFrame(() => (timer = setTimeout(now)))
  }
  onScopeDispose(drop)
  return { later, now }
}
