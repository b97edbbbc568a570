import { needyWords, wordsOf, type PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import { flagName, jobName } from '../../text/describe/describe-job'
import { messages } from '../../text/messages'
import { formatInstant, commaList } from '../../text/numbers'

/** Says what of a phone's outcome needs a person, a line for each: what, of which flow, job or flags, and when. */
export function describeOutcome({ flag, job, flow }: Omit<PhoneOutcome, 'publicId'>): string[] {
  const facts = {
    flow: flow && { name: flow.name, at: flow.at },
    job: job && { name: jobName(job.kind), at: job.at },
    flag: flag && { name: commaList(flag.warnings.map(flagName)), at: flag.at },
  }
  const { words, told } = messages.outcomes
  return wordsOf({ flag, job, flow })
    .filter((word) => needyWords.includes(word))
    .flatMap((word) => {
      const fact = facts[word.split(':')[0] as keyof typeof facts]
      return fact ? told({ what: words[word], name: fact.name, time: formatInstant(fact.at) }) : []
    })
}
