import type { z } from 'zod'

/**
 * Says what is wrong with one value that a program gave: `name is needed`. For `safeParse`, beside the sentences of a schema's
 * own checks, which follow the name of what they check, too.
 */
export const inSentences: { error: z.core.$ZodErrorMap } = {
  error(issue) {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined ? 'is needed' : `is no ${issue.expected}`
      case 'too_big':
        return `is at most ${issue.maximum}${unitOf(issue.origin)}`
      case 'too_small':
        return `is at least ${issue.minimum}${unitOf(issue.origin)}`
      case 'invalid_value':
        return `is one of ${issue.values.join(', ')}`
      case 'invalid_format':
        return issue.format === 'datetime' ? 'is no time such as 2030-01-31T18:00:00Z' : 'has another form'
      case 'unrecognized_keys':
        return `there is no ${issue.keys.join(', ').slice(0, 200)}`
      default:
        return undefined
    }
  },
}

/** Returns the first mistake, without a full stop. */
export function sayIssue({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'something is wrong'
  return [issue.path.map(String).join('.'), issue.message].filter((part) => part !== '').join(' ')
}

const units: Readonly<Record<string, string>> = { string: ' characters long', array: ' entries long' }
const unitOf = (origin: string): string => units[origin] ?? ''
