import { z } from 'zod'
import { columns, publicId, space } from '../bridge/parameters'
import { deviceEditSchema } from './device-edit'
import type { Task } from './task-state'
import { deedSchema, questionSchema } from '../protocol/action'
import { automationLaunchSchema } from '../protocol/automation'

export const calls = {
  /** Starts a task that changes the phones. */
  'devices.edit': z.strictObject({ publicIds: z.array(publicId).min(1), edit: deviceEditSchema }),
  /** Starts a task that makes each phone its own change. */
  'devices.editEach': z.strictObject({
    edits: z
      .array(z.strictObject({ publicId, edit: deviceEditSchema }))
      .min(1)
      .max(5000),
    /** A recording keeps no value of it. */
    isSecret: z.boolean().optional(),
    columns,
  }),
  /** Starts a task that launches an automation once on each phone. */
  'automations.launch': z.strictObject({
    publicIds: z.array(publicId).min(1),
    launch: automationLaunchSchema,
  }),
  /** Starts a task that runs one action once on each phone; counts toward the actions budget on each. */
  'devices.act': z.strictObject({
    publicIds: z.array(publicId).min(1),
    action: deedSchema,
    space,
  }),
  /**
   * Starts a task that runs an action of its own once on each phone, all of one type; counts as `devices.act`. A flow that is
   * recorded gets no secret ones.
   */
  'devices.actEach': z.strictObject({
    isSecret: z.boolean(),
    columns,
    acts: z
      .array(z.strictObject({ publicId, action: deedSchema }))
      .min(1)
      .max(5000),
  }),
  /** Starts a task that asks each phone a question; counts toward the actions budget on each. */
  'devices.ask': z.strictObject({ publicIds: z.array(publicId).min(1), action: questionSchema }),
  /** Returns what these phones have answered to a task's question. */
  'tasks.answers': z.strictObject({ id: z.string(), publicIds: z.array(publicId) }),
  /** Cancels the steps that wait; those already sent may still run. */
  'tasks.cancel': z.strictObject({ id: z.string() }),
  /** Pauses a task, whose steps under way go on to their end, or resumes it. */
  'tasks.pause': z.strictObject({ id: z.string(), paused: z.boolean() }),
  /** Has a task that waits for the service ask it now. */
  'tasks.tryNow': z.strictObject({ id: z.string() }),
  /** Retries the failed and untried steps of the same task. */
  'tasks.retry': z.strictObject({ id: z.string() }),
  /** Removes ended tasks from the list. */
  'tasks.clear': z.strictObject({}),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'devices.edit': { id: string }
  'devices.editEach': { id: string }
  'automations.launch': { id: string }
  'devices.act': { id: string }
  'devices.actEach': { id: string }
  'devices.ask': { id: string }
  'tasks.answers': { answers: { publicId: string; answer: string }[] }
}

interface State {
  /** Of the open fleet. */
  tasks: Task[]
}

type Event =
  /** A task was added or removed, or their order changed. */
  { type: 'tasks'; tasks: Task[] } | { type: 'task'; task: Task }

/** All that crosses the bridge about tasks: one thing on many phones. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
