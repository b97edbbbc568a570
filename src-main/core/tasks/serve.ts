import { changesNothing, stepsLeftOf, taskHasEnded, type Task } from '../../../src-shared/features/task-state'
import type { Action } from '../../../src-shared/protocol/action'
import type { Size } from '../../../src-shared/protocol/device'
import type { Feature, FeatureContext } from '../feature/feature'
import type { PhoneTasks } from './phone-tasks'

type FleetTasks = Omit<PhoneTasks, 'close'>

export interface TasksOptions {
  /** Hears a person's action on a phone. @param space of its coordinates */
  flows: {
    acted(publicId: string, action: Action, followers: readonly string[], space: Size | undefined): void
    /** The same, of what no file may hold, and of what a sheet gave: that is recorded from the call. */
    touched(publicIds: readonly string[]): void
  }
}

/** A phone's own window shows what its questions and screenshots come to; other tasks are for the wall. */
const isOfPhone = (publicId: string, { work, steps }: Task) =>
  changesNothing(work) && steps.every((step) => step.publicId === publicId)
const ofPhone = (publicId: string, tasks: readonly Task[]) =>
  tasks.filter((task) => isOfPhone(publicId, task))

/** Tasks: one thing on many phones. */
export function serveTasks(
  { openFleet, fleetOrNull }: FeatureContext<{ readonly tasks: FleetTasks }>,
  { flows }: TasksOptions,
): Feature<'tasks'> {
  const all = () => fleetOrNull()?.tasks.all() ?? []
  const left = () => all().filter((task) => !taskHasEnded(task))
  return {
    calls: {
      'devices.edit': ({ publicIds, edit }) => ({ id: openFleet().tasks.edit(publicIds, edit) }),
      'devices.editEach': ({ edits }) => ({
        id: openFleet().tasks.editEach(new Map(edits.map(({ publicId, edit }) => [publicId, edit]))),
      }),
      'devices.act'({ publicIds, action, space }) {
        const id = openFleet().tasks.act(publicIds, action, space)
        for (const publicId of publicIds) flows.acted(publicId, action, [], space)
        return { id }
      },
      'devices.actEach'({ acts, isSecret, columns }) {
        const id = openFleet().tasks.actEach(new Map(acts.map(({ publicId, action }) => [publicId, action])))
        if (isSecret || columns) flows.touched(acts.map(({ publicId }) => publicId))
        else for (const { publicId, action } of acts) flows.acted(publicId, action, [], undefined)
        return { id }
      },
      'devices.ask'({ publicIds, action }) {
        const id = openFleet().tasks.ask(publicIds, action)
        for (const publicId of publicIds) flows.acted(publicId, action, [], undefined)
        return { id }
      },
      'tasks.answers': ({ id, publicIds }) => ({ answers: openFleet().tasks.answers(id, publicIds) }),
      'automations.launch': ({ publicIds, launch }) => ({ id: openFleet().tasks.launch(publicIds, launch) }),
      'tasks.cancel': ({ id }) => openFleet().tasks.cancel(id),
      'tasks.pause': ({ id, paused }) => openFleet().tasks.pause(id, paused),
      'tasks.tryNow': ({ id }) => openFleet().tasks.tryNow(id),
      'tasks.retry': ({ id }) => openFleet().tasks.retry(id),
      'tasks.clear': () => openFleet().tasks.clear(),
    },
    tells: {},
    state: () => ({ tasks: all() }),
    ofPhone: (publicId, { tasks }) => ({ tasks: ofPhone(publicId, tasks) }),
    eventsOfPhone: {
      tasks(publicId, event) {
        const tasks = ofPhone(publicId, event.tasks)
        return tasks.length > 0 ? { ...event, tasks } : null
      },
      task: (publicId, event) => (isOfPhone(publicId, event.task) ? event : null),
    },
    work: () => ({ tasks: left().length }),
    stopWork: () => left().forEach(({ id }) => openFleet().tasks.cancel(id)),
    unfinished: () => ({ steps: stepsLeftOf(all()) }),
  }
}
