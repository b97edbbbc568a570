import { isDeepStrictEqual } from 'node:util'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { Task, TaskStep } from '../../../src-shared/bridge/task-state'
import { stepHasEnded } from '../../../src-shared/bridge/task-state'
import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { FleetEvents } from './fleet'
import type { KeyScopes } from '../account/key-scopes'

const isMissed = ({ state }: TaskStep) => state === 'failed' || state === 'unknown' || state === 'not-tried'

/** Sends a fleet's events to the pages, and learns the key's permissions from them. */
export function createFleetEvents(
  emit: (event: AppEvent) => void,
  scopes: Pick<KeyScopes, 'proved' | 'learn' | 'findOut'>,
): FleetEvents {
  let last: readonly Task[] = []

  const learnFrom = ({ state, fault, control, controlFault }: TileState) => {
    if (state === 'live') scopes.proved('stream')
    if (control === 'ready') scopes.proved('control')
    scopes.learn(fault)
    scopes.learn(controlFault)
  }
  /** Reports a missed action on its phone; several phones with the same cause share one notice. */
  const reportMissed = ({ work, steps, endedBy }: Task, before: Task | undefined) => {
    if (work.kind !== 'act') return
    const { action } = work
    const missed = steps.filter((step, at) => {
      const was = before?.steps[at]
      return isMissed(step) && !(was && stepHasEnded(was))
    })
    const isEnded = ({ fault }: TaskStep) => endedBy !== null && isDeepStrictEqual(fault ?? endedBy, endedBy)
    const ended = missed.filter(isEnded)
    const isOfSeveral = ended.length > 1
    if (endedBy && isOfSeveral) {
      const names = ended.map(({ deviceName }) => deviceName)
      emit({ type: 'notice', publicId: null, fault: { kind: 'run-ended', because: endedBy, names }, action })
    }
    for (const step of missed) {
      const fault = step.fault ?? endedBy
      if (fault && !(isOfSeveral && isEnded(step)))
        emit({ type: 'notice', publicId: step.publicId, fault, action })
    }
  }
  return {
    devices(devices, states) {
      emit({ type: 'devices', devices, tiles: states })
      scopes.learn(devices.fault)
      if (devices.status !== 'ready') return
      scopes.proved('read')
      void scopes.findOut()
    },
    tile(tile) {
      emit({ type: 'tile', tile })
      learnFrom(tile)
    },
    usage(usage) {
      emit({ type: 'usage', usage })
      scopes.learn(usage.fault)
    },
    tasks(tasks) {
      // A finished task keeps its object.
      const changed = tasks.filter((task) => !last.includes(task))
      const areTheSame = tasks.length === last.length && tasks.every(({ id }, at) => id === last[at]?.id)
      if (!areTheSame) emit({ type: 'tasks', tasks })
      else for (const task of changed) emit({ type: 'task', task })
      for (const task of changed) {
        reportMissed(
          task,
          last.find(({ id }) => id === task.id),
        )
        scopes.learn(task.endedBy)
        for (const { fault } of task.steps) scopes.learn(fault)
      }
      last = tasks
    },
    underWay: (underWay) => emit({ type: 'under-way', underWay }),
    jobs(jobs) {
      emit({ type: 'jobs', jobs })
      scopes.learn(jobs.fault)
    },
    notice(publicId, fault, action) {
      emit({ type: 'notice', publicId, fault, action })
      scopes.learn(fault)
    },
  }
}
