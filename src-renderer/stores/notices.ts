import { defineStore } from 'pinia'
import { computed, ref, shallowReactive } from 'vue'
import { useDocumentVisibility, whenever } from '@vueuse/core'
import type { AppEvent } from '../../src-shared/bridge/app-state'
import type { Action } from '../../src-shared/protocol/action'
import type { Fault } from '../../src-shared/protocol/fault'
import {
  isOfSettingsFile,
  isSameNotice,
  mergeNotices,
  type Notice,
  type NoticeContent,
} from '../rules/notice'

const shownForMs = 8000
// A tile has no room for more.
const mostOnPhone = 5

/**
 * Notices on a phone or in the window. Each lasts 8 s from when the window is visible; those of the window stay as long as
 * they are held, and those of rules and of settings files until a person closes them.
 */
export const useNotices = defineStore('notices', () => {
  const notices = shallowReactive<Notice[]>([])
  const visibility = useDocumentVisibility({ document: globalThis.document })
  const isSeen = computed(() => visibility.value === 'visible')
  /** Whether the pointer or the focus is on the window's notices. */
  const isHeld = ref(false)
  let nextId = 0

  const dismiss = (id: number) => {
    const at = notices.findIndex((notice) => notice.id === id)
    if (at >= 0) notices.splice(at, 1)
  }
  const dropOldest = (publicId: string) => {
    const [oldest, ...others] = notices.filter((notice) => notice.publicId === publicId)
    if (oldest && others.length >= mostOnPhone) dismiss(oldest.id)
  }
  /** Adds a notice; one that repeats another on the same phone replaces it and starts its time again. */
  const add = (content: NoticeContent, publicId: string | null) => {
    const notice: Notice = { ...content, publicId, id: nextId++ }
    const same = notices.find((one) => isSameNotice(one, notice))
    if (same) dismiss(same.id)
    notices.push(same ? mergeNotices(same, notice) : notice)
    if (publicId !== null) dropOldest(publicId)
    if (content.kind === 'fired' || isOfSettingsFile(content)) return
    const isFree = () => publicId !== null || !isHeld.value
    const once = { immediate: true, once: true } as const
    const fade = () => whenever(isFree, () => dismiss(notice.id), once)
    whenever(isSeen, () => setTimeout(fade, shownForMs), once)
  }
  /** Adds a notice of a fault. */
  const show = (fault: Fault, publicId: string | null = null, action?: Action) =>
    add({ kind: 'missed', fault, action }, publicId)
  /** Drops all notices except those of settings files: another fleet has opened. */
  const forget = () => notices.splice(0, Infinity, ...notices.filter(isOfSettingsFile))
  const take = (event: AppEvent) => {
    if (event.type === 'opened') forget()
    else if (event.type === 'notice' && !event.isAnswered) show(event.fault, event.publicId, event.action)
    else if (event.type === 'update-ready') add({ kind: 'update-ready', version: event.version }, null)
  }

  return { notices, isHeld, add, show, dismiss, forget, take }
})
