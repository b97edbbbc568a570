import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Transfer } from '../../src-shared/bridge/contract'
import { hasEnded } from '../../src-shared/bridge/transfer-state'
import { addSample, speedOf, type Sample } from './transfer-speed'

/** Files on their way to phones, and those that have arrived or failed. */
export const useTransfers = defineStore('transfers', () => {
  const transfers = shallowRef<Transfer[]>([])
  const samples = shallowRef(new Map<string, Sample[]>())

  const underWay = computed(() => transfers.value.filter((transfer) => !hasEnded(transfer)))
  const total = computed(() => {
    const counted = transfers.value.filter(({ state }) => state !== 'cancelled' && state !== 'failed')
    return {
      bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
      sentBytes: counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    }
  })

  /** @param now ms of any one clock, for the speed */
  const replace = (next: Transfer[], now: number) => {
    const sending = next.filter(({ state }) => state === 'sending')
    samples.value = new Map(
      sending.map(({ id, sentBytes }) => [
        id,
        addSample(samples.value.get(id) ?? [], { sentBytes, at: now }),
      ]),
    )
    transfers.value = next
  }
  /** Bytes a second. */
  const speed = (id: string) => speedOf(samples.value.get(id) ?? [])

  return { transfers, underWay, total, replace, speed }
})
