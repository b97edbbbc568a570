import type { Act } from '../input/act-on-phone'
import { assertNotViewOnly, noneIsViewOnly } from '../input/view-only'
import { unfinishedLaunches } from '../tasks/task-specs'
import { PhoneTasks } from '../tasks/phone-tasks'
import { createTaskReports } from '../tasks/task-reports'
import type { FleetOptions } from './fleet'
import type { Signals } from './signals'
import type { AccountPart } from './wire-account'
import type { InputPart } from './wire-input'
import type { PhonesPart } from './wire-phones'
import type { ServicePart } from './wire-service'

const never = new AbortController().signal

/** Makes the tasks on many phones; their actions wait in the same queues as a person's input. */
export function wireTasks(
  { random, note = () => undefined, emit, isViewOnly = noneIsViewOnly }: FleetOptions,
  { clock }: ServicePart,
  { api, list }: AccountPart,
  { phones, jobs }: PhonesPart,
  { act, takeScreen, actions, snapshots, calls, queues, presses }: InputPart,
  signals: Signals,
) {
  const report = createTaskReports(emit)
  const tasks = new PhoneTasks({
    clock,
    random,
    note,
    api,
    list,
    watch: {
      async launch(publicId, ...given) {
        assertNotViewOnly(isViewOnly, publicId)
        return jobs.launch(publicId, ...given)
      },
    },
    onOtherColors: (publicId, labels) =>
      emit({ type: 'notice', publicId, fault: { kind: 'label-colors', labels } }),
    nameOf: phones.nameOf,
    // A task retries its steps, so the action is sent once.
    act,
    actions,
    takeScreen,
    snapshots,
    fit: calls.fit,
    async inTurn(publicId, action, send) {
      const by: Act = async (_publicId, _action, stop) => {
        await send(stop)
        return { result: {} }
      }
      // It waits for the finger as other input does that is behind it.
      await presses.untilLifted(publicId, never)
      await queues.of(publicId).act(action, { by, reportsItself: true })
    },
    onTasks(all) {
      jobs.expect(unfinishedLaunches(all))
      list.flush()
      report(all)
    },
  })
  signals.on('answer', () => tasks.heard())
  return tasks
}
