import { useThrottleFn } from '@vueuse/core'
import type { Host } from '../../host/host'
import { useConnection } from '../../stores/connection'

const everyMs = 5000
// The keys of a composition are kept from the page.
const inputs = ['pointerdown', 'pointermove', 'keydown', 'compositionupdate', 'wheel'] as const

/** Reports to the core that the page has input. Only in a browser: Electron knows about the computer's. */
export function reportTouches({ kind, bridge }: Pick<Host, 'kind' | 'bridge'>): void {
  if (kind === 'electron') return
  const connection = useConnection()
  const report = useThrottleFn(() => {
    if (connection.state === 'open') bridge.tell('page.touched', {})
  }, everyMs)
  for (const input of inputs)
    window.addEventListener(input, () => void report(), { capture: true, passive: true })
}
