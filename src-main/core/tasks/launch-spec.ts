import type { Task } from '../../../src-shared/bridge/task-state'
import { itemHasEnded } from '../../../src-shared/bridge/task-state'
import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import type { JobWatch } from '../jobs/job-watch'
import type { TaskSpec } from './task-spec'
import type { RateGate } from './rate-gate'

export interface LaunchSpecOptions {
  publicIds: readonly string[]
  /** What the person calls the phone. */
  nameOf: (publicId: string) => string
  launch: AutomationLaunch
  gate: RateGate
  watch: Pick<JobWatch, 'launch'>
}

/** The same automation on many phones, once on each (spec 4.12): it is not launched again where it may have been. */
export function launchSpec({ publicIds, nameOf, launch, gate, watch }: LaunchSpecOptions): TaskSpec {
  return {
    work: { kind: 'launch', launch },
    gate,
    idempotent: false,
    steps: [...new Set(publicIds)].map((publicId) => ({
      publicId,
      deviceName: nameOf(publicId),
      async run({ closed, stop, rest }) {
        const onDoubt = (mostMs: number) => rest({ kind: 'launch-in-doubt' }, mostMs)
        await watch.launch(publicId, launch, { closed, stop, onDoubt })
      },
    })),
  }
}

/** What is launched next on each phone on which something is still to be launched: runs take their turns on a phone. */
export function unfinishedLaunches(tasks: readonly Task[]): ReadonlyMap<string, AutomationKind> {
  const launches = new Map<string, AutomationKind>()
  for (const { work, items } of tasks) {
    if (work.kind !== 'launch') continue
    for (const { publicId } of items.filter((item) => !itemHasEnded(item))) {
      if (!launches.has(publicId)) launches.set(publicId, work.launch.kind)
    }
  }
  return launches
}
