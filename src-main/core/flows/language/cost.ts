import type { Cost, FlowBody, FlowNumber, Step } from './flow'

// Most steps wait until the screen that an action changed is still again.
const msPerAction = 600
const msPerUpload = 1500
/** A flow that only looks or waits keeps its phone live, too. */
const leastMsOfFlows = 600

/** Returns about how long flows of a cost take on a phone, in ms. */
export const leastMs = ({ actions, uploads }: Cost): number =>
  Math.max(leastMsOfFlows, actions * msPerAction + uploads * msPerUpload)

export const noCost: Cost = { actions: 0, uploads: 0 }
export const actions = (count: number): Cost => ({ actions: count, uploads: 0 })
export const oneAction = () => actions(1)

export const times = (cost: Cost, count: number): Cost => ({
  actions: cost.actions * count,
  uploads: cost.uploads * count,
})

/** Returns what is left of a cost once some of it is spent; never less than nothing. */
export const less = (cost: Cost, spent: Cost): Cost => ({
  actions: Math.max(0, cost.actions - spent.actions),
  uploads: Math.max(0, cost.uploads - spent.uploads),
})

/** Returns what is known of a number; a computed one is not known before. */
export const known = (number: FlowNumber, unknown = 0) => (typeof number === 'number' ? number : unknown)

export const costOf = (steps: readonly Pick<Step, 'cost'>[]): Cost =>
  steps.reduce(
    (all, { cost }) => ({ actions: all.actions + cost.actions, uploads: all.uploads + cost.uploads }),
    noCost,
  )

export const bodyCost = ({ onFlowStart, steps, onFlowComplete }: FlowBody): Cost =>
  costOf([...onFlowStart, ...steps, ...onFlowComplete])

/** Returns what flows use at least when they pass. */
export const leastCost = (flows: readonly { readonly flow: FlowBody }[]): Cost =>
  costOf(flows.map(({ flow }) => ({ cost: bodyCost(flow) })))
