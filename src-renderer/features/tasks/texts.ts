import type { TaskWork } from '../../../src-shared/features/task-state'

/** What this room says, in English. */
export const texts = {
  tasks: {
    none: 'No tasks yet. Select phones, and send a text, a label or a key to all of them.',
    name: 'name',
    notes: 'notes',
    ownValues: '{fields} (each its own)',
    progressOf: 'Progress of {title}',
    progress: '{ended} of {all}',
    title: '{phone}: {what}',
    titleOfMany: '{n} phone: {what} | {n} phones: {what}',
    done: {
      edit: '{n} saved',
      launch: '{n} launched',
      act: '{n} done',
      ask: '{n} answered',
      screenshot: '{n} saved',
    } as const satisfies Record<TaskWork['kind'], string>,
    outcomes: {
      failed: '{n} failed',
      unknown: '{n} unconfirmed',
      cancelled: '{n} cancelled',
      'not-tried': '{n} skipped',
    },
    unreachable: 'Service unreachable. The rest waits.',
    until: 'Waiting until {time}.',
    tryNow: 'Try now',
    goesOn: '{sentence} The task then continues.',
    pause: 'Pause',
    resume: 'Resume',
    paused: 'Paused.',
    pausing: 'Paused. Steps already sent will finish.',
    cancel: 'Cancel',
    retry: 'Retry failed',
    carryOn: 'Do the rest',
    answers: 'Show answers',
    withoutName: 'Save without name',
    clear: 'Clear finished',
  },
} as const
