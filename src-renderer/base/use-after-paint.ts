import { onScopeDispose } from 'vue'

/**
 * Puts off work that must not delay what a person sees of a key: `later` does it in the frame after the next, and only once
 * for several keys; `now` does it at once if it waits.
 */
export function useAfterPaint(work: () => void): { later(): void; now(): void } {
  let frame: number | null = null

  const drop = () => {
    if (frame !== null) cancelAnimationFrame(frame)
    frame = null
  }
  const now = () => {
    if (frame === null) return
    drop()
    work()
  }
  const later = () => {
    drop()
    // In a frame: a wall that changes between two frames would be laid out in the work of the next key.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(now)))
  }
  onScopeDispose(drop)
  return { later, now }
}
