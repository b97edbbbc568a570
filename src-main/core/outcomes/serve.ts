import type { PhoneJobs } from '../../../src-shared/features/jobs'
import type { DevicesState } from '../../../src-shared/features/phones'
import { noOutcome, type PhoneOutcome } from '../../../src-shared/features/outcomes-state'
import { createGonePhones } from '../feature/gone-phones'
import { aboutPhone, type Feature, type FeatureContext } from '../feature/feature'
import { cleared, outcomeOfJobs, outcomeOfRun } from './find-outcomes'
import type { OutcomesFile } from './kept-outcomes'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'

export interface OutcomesOptions {
  outcomesFile: Pick<OutcomesFile, 'of' | 'change' | 'drop'>
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
  const show = () => emit({ type: 'outcomes', outcomes: all() })
  const gonePhones = createGonePhones(clock)
  const forgetGone = (devices: DevicesState) => {
    const gone = gonePhones.among(file.of(fleetKey()).keys(), devices)
    if (gone.length === 0) return
    file.drop(fleetKey(), gone)
    show()
  }
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
    calls: {
      'outcomes.clear'({ publicIds, kinds }) {
        const known = file.of(fleetKey())
        const outcomes = publicIds.flatMap((publicId) => known.get(publicId) ?? [])
        change(outcomes.map((outcome) => [outcome.publicId, cleared(outcome, kinds)]))
      },
    },
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
      if (event.type === 'devices') forgetGone(event.devices)
      else if (event.type === 'jobs') seeJobs(event.jobs)
      else if (event.type === 'flows-ended' && event.fleet === fleetName())
        change([...outcomeOfRun(event.cases, event.run.id, clock.now())].map(([id, flow]) => [id, { flow }]))
      else if (event.type === 'opened') {
        gonePhones.forget()
        show()
        event.jobs.forEach(seeJobs)
      }
    },
  }
}
