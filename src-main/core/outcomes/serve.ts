import type { PhoneJobs } from '../../../src-shared/features/jobs'
import { noOutcome, type PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import { aboutPhone, type Feature, type FeatureContext } from '../feature/feature'
import { outcomeOfJobs, outcomeOfRun } from './find-outcomes'
import type { OutcomesFile } from './kept-outcomes'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'

export interface OutcomesOptions {
  outcomesFile: Pick<OutcomesFile, 'of' | 'change'>
  vocabulary: { readonly state: { words: Vocabulary } }
  /** Names the open fleet, as `fleetKey`. */
  fleetKey: () => string
}

/** What came of jobs and flows, as facts of the open fleet's phones. */
export function serveOutcomes(
  { clock, emit, fleetName }: FeatureContext,
  { outcomesFile: file, vocabulary, fleetKey }: OutcomesOptions,
): Feature<'outcomes'> {
  const all = () => [...file.of(fleetKey()).values()]
  const change = (changes: readonly (readonly [string, Partial<PhoneOutcome>])[]) => {
    const outcomes = changes.flatMap(([publicId, one]) => file.change(fleetKey(), publicId, one) ?? [])
    if (outcomes.length > 0) emit({ type: 'outcomes-changed', outcomes })
  }
  const seeJobs = ({ publicId, jobs, isPart }: PhoneJobs) => {
    if (!jobs) return
    const known = file.of(fleetKey()).get(publicId) ?? noOutcome
    change([[publicId, outcomeOfJobs({ jobs, isPart }, known, vocabulary.state.words, clock.now())]])
  }

  return {
    calls: {},
    tells: {},
    state: () => ({ outcomes: all() }),
    ofPhone: (publicId, { outcomes }) => ({ outcomes: aboutPhone(publicId, outcomes) }),
    eventsOfPhone: {
      outcomes: (publicId, event) => ({ ...event, outcomes: aboutPhone(publicId, event.outcomes) }),
      'outcomes-changed': (publicId, event) => ({
        ...event,
        outcomes: aboutPhone(publicId, event.outcomes),
      }),
    },
    event(event) {
      if (event.type === 'jobs') seeJobs(event.jobs)
      else if (event.type === 'flows-ended' && event.fleet === fleetName())
        change([...outcomeOfRun(event.cases, event.run.id, clock.now())].map(([id, flow]) => [id, { flow }]))
      else if (event.type === 'opened') {
        emit({ type: 'outcomes', outcomes: all() })
        event.jobs.forEach(seeJobs)
      }
    },
  }
}
