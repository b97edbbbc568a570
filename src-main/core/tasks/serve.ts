import { stepsLeftOf } from '../../../src-shared/features/task-state'
import type { Action } from '../../../src-shared/protocol/action'
import type { Size } from '../../../src-shared/protocol/device'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { PhoneTasks } from './phone-tasks'

type FleetTasks = Omit<PhoneTasks, 'close'>

export interface TasksOptions {
  /** Hears a person's action on a phone. @param space of its coordinates */
  flows: {
    acted(publicId: string, action: Action, followers: readonly string[], space: Size | undefined): void
  }
}

/** Tasks: one thing on many phones. */
export function serveTasks(
  { openFleet, fleetOrNull }: FeatureContext<{ readonly tasks: FleetTasks }>,
  { flows }: TasksOptions,
): Feature<'tasks'> {
  const all = () => fleetOrNull()?.tasks.all() ?? []
  return {
    calls: {
      'devices.edit': ({ publicIds, edit }) => ({ id: openFleet().tasks.edit(publicIds, edit) }),
      'devices.editEach': ({ edits }) => ({
        id: openFleet().tasks.editEach(new Map(edits.map(({ publicId, edit }) => [publicId, edit]))),
      }),
      'devices.act'({ publicIds, action, space, texts }) {
        const id = openFleet().tasks.act(publicIds, action, space, texts)
        for (const [index, publicId] of publicIds.entries()) {
          const text = texts?.[index]
          const typed = action.type === 'text' && text !== undefined ? { ...action, text } : action
          flows.acted(publicId, typed, [], space)
        }
        return { id }
      },
      'automations.launch': ({ publicIds, launch }) => ({ id: openFleet().tasks.launch(publicIds, launch) }),
      'tasks.cancel': ({ id }) => openFleet().tasks.cancel(id),
      'tasks.pause': ({ id, paused }) => openFleet().tasks.pause(id, paused),
      'tasks.tryNow': ({ id }) => openFleet().tasks.tryNow(id),
      'tasks.retry': ({ id }) => openFleet().tasks.retry(id),
      'tasks.clear': () => openFleet().tasks.clear(),
    },
    tells: {},
    state: () => ({ tasks: all() }),
    ofPhone: () => ({ tasks: [] }),
    eventsOfPhone: { tasks: notOfPhone, task: notOfPhone },
    unfinished: () => ({ steps: stepsLeftOf(all()) }),
  }
}
