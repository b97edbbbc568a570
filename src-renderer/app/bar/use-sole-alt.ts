import { useEventListener } from '@vueuse/core'

/** Calls back when Alt is pressed and released alone: no other key, click or wheel between. @param may asked at the press */
export function useSoleAlt(may: () => boolean, run: () => void): void {
  let isAlone = false
  const forget = () => (isAlone = false)
  useEventListener(
    window,
    'keydown',
    ({ key, repeat, ctrlKey, metaKey, shiftKey }) => {
      if (key === 'Alt' && repeat) return
      isAlone = key === 'Alt' && !ctrlKey && !metaKey && !shiftKey && may()
    },
    { capture: true },
  )
  useEventListener(
    window,
    'keyup',
    (event) => {
      if (isAlone && event.key === 'Alt') {
        // Where a system gives its own menu the focus, this one has it.
        event.preventDefault()
        run()
      }
      forget()
    },
    { capture: true },
  )
  useEventListener(window, ['pointerdown', 'wheel', 'blur'], forget, { capture: true, passive: true })
}
