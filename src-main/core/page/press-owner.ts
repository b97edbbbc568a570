import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { PageOf } from './pages'

/** A phone has one finger, and may be shown in two windows: the press is the window's in which it began last. */
export interface Hands {
  gesture(of: PageOf, publicId: string, gesture: Gesture): void
  /** The page is gone: nothing stays pressed by it. */
  letGo(of: PageOf): void
}

/** @param pass does a gesture of a page's hand on the phone */
export function createHands(pass: (of: PageOf, publicId: string, gesture: Gesture) => void): Hands {
  const pressing = new Map<string, PageOf>()
  /** Presses that another window has ended: what is left of them is no gesture any more. */
  const ended = new Map<PageOf, Set<string>>()

  const isElsewhere = (of: PageOf, publicId: string) =>
    pressing.has(publicId) && pressing.get(publicId) !== of

  const press = (of: PageOf, publicId: string) => {
    if (isElsewhere(of, publicId)) {
      const other = pressing.get(publicId) ?? null
      pass(other, publicId, { kind: 'release' })
      ended.set(other, new Set([...(ended.get(other) ?? []), publicId]))
    }
    pressing.set(publicId, of)
  }

  return {
    gesture(of, publicId, gesture) {
      const isPointer = gesture.kind === 'pointer'
      if (isPointer && gesture.pressed) {
        if (ended.get(of)?.has(publicId)) return
        press(of, publicId)
      } else if (isPointer || gesture.kind === 'release') {
        if (ended.get(of)?.delete(publicId) || isElsewhere(of, publicId)) return
        pressing.delete(publicId)
      }
      pass(of, publicId, gesture)
    },
    letGo(of) {
      ended.delete(of)
      for (const [publicId, page] of pressing) {
        if (page !== of) continue
        pressing.delete(publicId)
        pass(of, publicId, { kind: 'release' })
      }
    },
  }
}
