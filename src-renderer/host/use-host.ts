import { inject, type InjectionKey } from 'vue'
import type { Host } from './host'

export const hostKey: InjectionKey<Host> = Symbol('host')

/** Returns the shell that the page runs in. Throws where none was provided. */
export function useHost(): Host {
  const host = inject(hostKey)
  if (!host) throw new Error('No host was provided')
  return host
}
