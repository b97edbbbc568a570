import { inject, type InjectionKey } from 'vue'
import type { FrameRouter } from '../stream/frame-router'
import type { Host } from './host'

export const hostKey: InjectionKey<Host> = Symbol('host')
export const frameRouterKey: InjectionKey<FrameRouter> = Symbol('frame router')

function required<Value>(key: InjectionKey<Value>): Value {
  const value = inject(key)
  if (value === undefined) throw new Error(`Nothing was provided for ${String(key)}`)
  return value
}

/** The shell that the page runs in. */
export const useHost = () => required(hostKey)

/** Where canvases get their frames. */
export const useFrameRouter = () => required(frameRouterKey)
