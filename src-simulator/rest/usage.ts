import type { UsageReport } from '../api/answers'
import type { Reply } from '../http/reply'
import { json } from '../http/reply'
import type { KeyedCall } from './call'

/** GET /usage (spec 4.9). */
export function getUsage({ world: { usage } }: KeyedCall): Reply {
  return json({
    active_minutes: usage.line('active_minutes'),
    actions: usage.line('actions'),
    snapshots: usage.line('snapshots'),
    uploads: usage.line('uploads'),
    max_active_devices: usage.mostActiveDevices,
    resets_at: usage.resetsAt(),
  } satisfies UsageReport)
}
