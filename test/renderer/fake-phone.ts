import type { TileState } from '../../src-shared/features/tile-state'
import type { Device } from '../../src-shared/protocol/device'

/** A phone of the list, with nothing of a person's own. */
export function fakeDevice(publicId: string, over: Partial<Device> = {}): Device {
  return {
    public_id: publicId,
    name: `Phone ${publicId}`,
    custom_name: null,
    notes: null,
    labels: [],
    dashboard_id: 1,
    dashboard_url: 'https://example.com/1',
    ...over,
  }
}

/** The tile of a live phone that takes everything. */
export function fakeTile(publicId: string, over: Partial<TileState> = {}): TileState {
  return {
    publicId,
    tile: 1,
    state: 'live',
    idleReason: null,
    job: null,
    fault: null,
    retryAt: null,
    control: 'ready',
    controlFault: null,
    isControlAway: false,
    isUnreadable: false,
    logical: null,
    interruption: null,
    snapshot: { width: 750, height: 1334 },
    ...over,
  }
}
