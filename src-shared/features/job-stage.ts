import { ownValue } from '../protocol/own-value'

/** Where jobs stand; a state that only the service knows counts as running. */
export const jobStages = ['running', 'waiting', 'review', 'failed', 'done'] as const
export type JobStage = (typeof jobStages)[number]

const stages: Readonly<Record<string, JobStage>> = {
  queued: 'waiting',
  dispatched: 'running',
  completed: 'done',
  needs_review: 'review',
  failed: 'failed',
  expired: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
}

/** Returns where a job stands. @param ended the vocabulary's further names of states that have ended */
export function stageOf(status: string, ended: readonly string[] = []): JobStage {
  return ownValue(stages, status) ?? (ended.includes(status) ? 'failed' : 'running')
}
