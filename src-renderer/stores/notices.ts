import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { Fault } from '../../src-shared/protocol/fault'

/** Something that was not applied, shown for a while: on the phone it belongs to, or for the whole window. */
export interface Notice {
  id: number
  publicId: string | null
  fault: Fault
}

const shownForMs = 8000

/** What could not be done, where it was done. */
export const useNotices = defineStore('notices', () => {
  const notices = shallowReactive<Notice[]>([])
  let nextId = 0

  const dismiss = (id: number) => {
    const at = notices.findIndex((notice) => notice.id === id)
    if (at >= 0) notices.splice(at, 1)
  }
  /** The same fault on the same phone is shown once: it lasts longer instead. */
  const show = (fault: Fault, publicId: string | null = null) => {
    const text = JSON.stringify(fault)
    const same = notices.find((one) => one.publicId === publicId && JSON.stringify(one.fault) === text)
    if (same) dismiss(same.id)
    const id = nextId++
    notices.push({ id, publicId, fault })
    setTimeout(() => dismiss(id), shownForMs)
  }
  const clear = () => notices.splice(0)

  return { notices, show, dismiss, clear }
})
