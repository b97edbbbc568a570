import { messages } from './messages'

const kinds = new Map<string, string>(Object.entries(messages.jobs.kinds))

/** What a job is called; of a kind that is not known as it came. @param kind null when it did not come */
export function jobName(kind: string | null): string {
  if (kind === null) return messages.jobs.unnamed
  return kinds.get(kind) ?? `“${kind}”`
}

/** Why a phone with a pending job is left alone. @param status null while it is being launched; unknown ones as they came */
export function describePending({ kind, status }: { kind: string | null; status: string | null }): string {
  return messages.jobs.leftAlone(jobName(kind), doing(status))
}

function doing(status: string | null): string {
  switch (status) {
    case null:
      return messages.jobs.launching
    case 'queued':
      return messages.jobs.queued
    case 'dispatched':
      return messages.jobs.dispatched
    default:
      return messages.jobs.inState(status)
  }
}
