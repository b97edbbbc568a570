import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { PageId } from '../base/page-id'

/** A phone has one finger, and may be shown in two windows: the press is the window's in which it began last. */
export interface PressOwner {
  gesture(pageId: PageId, publicId: string, gesture: Gesture): void
  /** The page is gone: nothing stays pressed by it. */
  letGo(pageId: PageId): void
}

/** @param pass does a gesture of a page's hand on the phone */
export function createPressOwner(
  pass: (pageId: PageId, publicId: string, gesture: Gesture) => void,
): PressOwner {
  const pressing = new Map<string, PageId>()
  /** Presses that another window has ended: what is left of them is no gesture any more. */
  const ended = new Map<PageId, Set<string>>()

  const isElsewhere = (pageId: PageId, publicId: string) =>
    pressing.has(publicId) && pressing.get(publicId) !== pageId

  const press = (pageId: PageId, publicId: string) => {
    if (isElsewhere(pageId, publicId)) {
      const other = pressing.get(publicId) ?? null
      pass(other, publicId, { kind: 'release' })
      ended.set(other, new Set([...(ended.get(other) ?? []), publicId]))
    }
    pressing.set(publicId, pageId)
  }

  return {
    gesture(pageId, publicId, gesture) {
      const isPointer = gesture.kind === 'pointer'
      if (isPointer && gesture.pressed) {
        if (ended.get(pageId)?.has(publicId)) return
        press(pageId, publicId)
      } else if (isPointer || gesture.kind === 'release') {
        if (ended.get(pageId)?.delete(publicId) || isElsewhere(pageId, publicId)) return
        pressing.delete(publicId)
      }
      pass(pageId, publicId, gesture)
    },
    letGo(pageId) {
      ended.delete(pageId)
      for (const [publicId, page] of pressing) {
        if (page !== pageId) continue
        pressing.delete(publicId)
        pass(pageId, publicId, { kind: 'release' })
      }
    },
  }
}
