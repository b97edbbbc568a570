import type { Task, TaskStep } from '../../src-shared/features/task-state'
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

/** An account that has used nothing. */
export function fakeUsage() {
  const budget = { used: 0, budget: 100, remaining: 100 }
  const budgets = { active_minutes: budget, actions: budget, snapshots: budget, uploads: budget }
  return { ...budgets, max_active_devices: 5, resets_at: '2030-01-02T00:00:00Z' }
}

/** A task on phones, by the states of its steps. */
export function fakeTask(steps: Partial<TaskStep>[], over: Partial<Task> = {}): Task {
  return {
    id: 't',
    work: { kind: 'act', action: { type: 'tap', x: 1, y: 1 } },
    steps: steps.map((step) => ({ publicId: 'a', deviceName: 'A', state: 'waiting', fault: null, ...step })),
    paused: false,
    waitsUntil: null,
    startedAt: 0,
    endedBy: null,
    ...over,
  }
}
