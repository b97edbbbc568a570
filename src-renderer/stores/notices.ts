import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import { useDocumentVisibility, whenever } from '@vueuse/core'
import type { Action } from '../../src-shared/protocol/action'
import type { Fault } from '../../src-shared/protocol/fault'
import { isSameNotice, mergeNotices, type Notice, type NoticeContent } from '../rules/notice'

const shownForMs = 8000

/** Short-lived notices, on a phone or in the window. Each lasts 8 s from when the window is visible. */
export const useNotices = defineStore('notices', () => {
  const notices = shallowReactive<Notice[]>([])
  const visibility = useDocumentVisibility({ document: globalThis.document })
  const isSeen = computed(() => visibility.value === 'visible')
  let nextId = 0

  const dismiss = (id: number) => {
    const at = notices.findIndex((notice) => notice.id === id)
    if (at >= 0) notices.splice(at, 1)
  }
  /** Adds a notice; one that repeats another on the same phone replaces it and starts its time again. */
  const add = (content: NoticeContent, publicId: string | null) => {
    const notice: Notice = { ...content, publicId, id: nextId++ }
    const same = notices.find((one) => isSameNotice(one, notice))
    if (same) dismiss(same.id)
    notices.push(same ? mergeNotices(same, notice) : notice)
    whenever(isSeen, () => setTimeout(() => dismiss(notice.id), shownForMs), { immediate: true, once: true })
  }
  /** Adds a notice of a fault. */
  const show = (fault: Fault, publicId: string | null = null, action?: Action) =>
    add({ kind: 'missed', fault, action }, publicId)
  const clear = () => notices.splice(0)

  return { notices, add, show, dismiss, clear }
})
