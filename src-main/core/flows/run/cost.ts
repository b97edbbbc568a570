import type { Flow, FlowBody, FlowNumber, Step } from '../language/flow'

/** What a flow uses of the daily budgets. */
export interface Cost {
  actions: number
  uploads: number
}

// Most steps wait until the screen that an action changed is still again.
const msPerAction = 600
const msPerUpload = 1500

/** Returns about how long a flow of a cost takes on a phone, in ms. */
export const leastMs = ({ actions, uploads }: Cost): number => actions * msPerAction + uploads * msPerUpload

const nothing: Cost = { actions: 0, uploads: 0 }
const sum = (costs: readonly Cost[]): Cost =>
  costs.reduce(
    (all, { actions, uploads }) => ({ actions: all.actions + actions, uploads: all.uploads + uploads }),
    nothing,
  )
const times = ({ actions, uploads }: Cost, count: number): Cost => ({
  actions: actions * count,
  uploads: uploads * count,
})

// A computed number is not known before.
const least = (number: FlowNumber, unknown: number) => (typeof number === 'number' ? number : unknown)

/** Returns what a flow uses at least when it passes. */
export const leastCost = (flow: Flow): Cost => bodyCost(flow)

const bodyCost = ({ onFlowStart, steps, onFlowComplete }: FlowBody): Cost =>
  sum([...onFlowStart, ...steps, ...onFlowComplete].map(stepCost))

const actions = (count: number): Cost => ({ actions: count, uploads: 0 })

function stepCost(step: Step): Cost {
  if (step.optional) return nothing
  switch (step.command) {
    case 'tapOn':
    case 'doubleTapOn':
      return actions(least(step.repeat, 0))
    case 'eraseText':
      return actions(Math.min(2, least(step.characters, 0)))
    case 'inputText':
      return actions(step.text.parts.some((part) => typeof part === 'string' && part !== '') ? 1 : 0)
    case 'longPressOn':
    case 'pasteText':
    case 'setClipboard':
    case 'pressKey':
    case 'back':
    case 'hideKeyboard':
    case 'swipe':
    case 'scroll':
    case 'openLink':
    case 'launchApp':
    case 'setAirplaneMode':
    case 'toggleAirplaneMode':
    case 'launchAutomation':
      return actions(1)
    case 'addMedia':
      return { actions: 0, uploads: step.files.length }
    case 'repeat':
      return step.times === null || step.while !== null
        ? nothing
        : times(sum(step.steps.map(stepCost)), least(step.times, 0))
    case 'retry':
      return bodyCost(step.body)
    case 'runFlow':
      return step.when === null ? bodyCost(step.body) : nothing
    default:
      return nothing
  }
}
