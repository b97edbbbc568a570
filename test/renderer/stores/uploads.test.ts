import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { noTransfersSum, type Transfer, type TransferChanges } from '../../../src-shared/bridge/upload-state'
import { useTransfers } from '../../../src-renderer/stores/uploads'

const transfer = (place: number, change: Partial<Transfer> = {}): Transfer => ({
  id: `t${place}`,
  place,
  fleetId: 'lab',
  publicId: 'dev_a',
  deviceName: 'Phone',
  fileName: 'a.bin',
  bytes: 1000,
  sentBytes: 0,
  state: 'waiting',
  fault: null,
  retryAt: null,
  startedAt: null,
  endedAt: null,
  ...change,
})
const changes = (change: Partial<TransferChanges>): TransferChanges => ({
  changed: [],
  removed: [],
  sum: noTransfersSum,
  ...change,
})

describe('the transfers on the page', () => {
  beforeEach(() => {
    setActivePinia(createPinia())
    const transfers = [0, 1, 2].map((place) => transfer(place))
    useTransfers().replace({ transfers, sum: noTransfersSum }, 0)
  })
  const ids = () => useTransfers().transfers.map(({ id }) => id)

  it('take what has changed and leave the others as they are, the very same', () => {
    const store = useTransfers()
    const [first] = store.transfers
    store.update(changes({ changed: [transfer(1, { state: 'sending', sentBytes: 10 })] }), 0)
    expect(store.transfers.map(({ state }) => state)).toEqual(['waiting', 'sending', 'waiting'])
    expect(store.transfers[0]).toBe(first)
  })

  it('stay in order when one is sent again, one goes and one comes', () => {
    useTransfers().update(changes({ changed: [transfer(1, { id: 'again' }), transfer(3)], removed: [0] }), 0)
    expect(ids()).toEqual(['again', 't2', 't3'])
  })

  it('are others when the core tells them whole', () => {
    useTransfers().replace({ transfers: [transfer(7)], sum: noTransfersSum }, 0)
    expect(ids()).toEqual(['t7'])
  })

  it('have a speed while they are sent, from what was sent meanwhile', () => {
    const store = useTransfers()
    const sent = (sentBytes: number) => changes({ changed: [transfer(1, { state: 'sending', sentBytes })] })
    store.update(sent(0), 0)
    store.update(sent(500), 1000)
    expect(store.speed('t1', 1000)).toBe(500)
    store.update(changes({ changed: [transfer(1, { state: 'done', sentBytes: 1000 })] }), 2000)
    expect(store.speed('t1', 2000)).toBeNull()
  })
})
