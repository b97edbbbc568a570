import { inject, type InjectionKey } from 'vue'
import type { FrameRouter } from './frame-router'

export const frameRouterKey: InjectionKey<FrameRouter> = Symbol('frame router')

/** Returns the router that canvases get their frames from. Throws where none was provided. */
export function useFrameRouter(): FrameRouter {
  const router = inject(frameRouterKey)
  if (!router) throw new Error('No frame router was provided')
  return router
}
