import type { LaunchValue, LaunchValues } from '../../../../src-shared/protocol/launch-field'
import { fill, fillNumber } from '../language/evaluate'
import type { LaunchAutomation, WaitForJob } from '../language/flow'
import { launchValueOf } from '../language/launch-value'
import type { Names } from '../language/template'
import { StepFailure } from '../on-phone/step-failure'
import type { StepContext } from './step-context'
import { untilStanding } from '../on-phone/until-standing'

const good: readonly string[] = ['completed']

export async function launchAutomation(step: LaunchAutomation, context: StepContext): Promise<void> {
  const { phone, hands, names, memory, stop } = context
  const account = step.account === null ? null : fill(step.account, names)
  const fields = valuesOf(step, names)
  hands.take(1)
  await phone.launch({ kind: step.kind, ...(account === null ? {} : { account }), fields }, stop)
  memory.hasLaunched = true
}

/** @throws FlowError for a value that its field does not take */
function valuesOf({ fields }: LaunchAutomation, names: Names): LaunchValues {
  const values: Record<string, LaunchValue> = {}
  for (const { name, field, given } of fields) {
    const value =
      given === null ? field.default : launchValueOf(field, fill(given, names), `the field ${name}`)
    if (value !== undefined && value !== null) values[name] = value
  }
  return values
}

/** Waits for the job that the flow launched last, and for the phone to be live again. */
export async function waitForJob(step: WaitForJob, context: StepContext): Promise<void> {
  const { clock, phone, memory, names, stop } = context
  if (!memory.hasLaunched) throw new StepFailure('The flow has launched no job.')
  const withinMs = fillNumber(step.timeoutMs, names)
  const hasEnded = await untilStanding(phone, clock, withinMs, stop, () => phone.jobStatus?.hasEnded === true)
  if (phone.jobStatus?.isGone) throw new StepFailure('The service no longer has this job.')
  const status = phone.jobStatus?.status ?? 'not known'
  if (!hasEnded) throw new StepFailure(`The job has not ended: it is ${status}.`, 'completed', status)
  if (!good.includes(status)) throw new StepFailure(`The job ended as ${status}.`, 'completed', status)
  await untilStanding(phone, clock, withinMs, stop, () => phone.standing.name === 'live')
}
