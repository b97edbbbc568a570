import type { RateLayer } from '../config'
import type { Operation } from '../api/endpoints'
import { PROBLEM_CODES } from '../http/problem'

/** How a planned call fails: an error code, or the plain-text refusal of a network layer. */
export const FAULT_CODES = [...PROBLEM_CODES, 'user_agent_1010'] as const
export type FaultCode = (typeof FAULT_CODES)[number]

/** A planned failure of a call. */
export interface Fault {
  code: FaultCode
  /** Whether the call does its work first and fails then. */
  after: boolean
  /** The rate that a 429 names. */
  layer?: RateLayer
}

/** Faults that admin has planned for the next calls. */
export class FaultPlan {
  private readonly planned = new Map<Operation, { fault: Fault; times: number }[]>()

  plan(on: Operation, fault: Fault, times: number): void {
    const queue = this.planned.get(on) ?? []
    queue.push({ fault, times })
    this.planned.set(on, queue)
  }

  /** Takes the fault of this call, if one is planned. */
  take(on: Operation): Fault | undefined {
    const queue = this.planned.get(on)
    const first = queue?.[0]
    if (!first) return undefined
    first.times -= 1
    if (first.times <= 0) queue?.shift()
    return first.fault
  }
}
