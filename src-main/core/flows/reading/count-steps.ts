import type { CommandName, StepOf } from '../commands/commands'
import { known } from '../language/cost'
import type { FlowBody, Step } from '../language/flow'

/** Counts the steps that a run of a flow shows: also those at its start and end and inside of others, as far as that is known. */
export const countSteps = ({ onFlowStart, steps, onFlowComplete }: FlowBody): number =>
  count([...onFlowStart, ...steps, ...onFlowComplete])

const count = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + 1 + inside(step as StepOf<CommandName>), 0)

function inside(step: StepOf<CommandName>): number {
  switch (step.command) {
    case 'repeat':
      return count(step.steps) * (step.times === null || step.while !== null ? 1 : known(step.times, 1))
    case 'retry':
    case 'runFlow':
      return countSteps(step.body)
    default:
      return 0
  }
}
