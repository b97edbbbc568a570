import type { BusyPhone, PhoneJobs } from '../../../src-shared/features/jobs'
import { aboutPhone, type Feature, type FeatureContext } from '../feature/feature'

interface FleetJobs {
  readonly jobs: PhoneJobs[]
  readJobs(publicId: string): Promise<void>
  readAllJobs(): Promise<void>
  busyAmong(publicIds: readonly string[]): Promise<BusyPhone[]>
  interruptJob(publicId: string): void
  letJobRun(publicId: string): void
}

/** The automation jobs of the open fleet. */
export function serveJobs({ openFleet, fleetOrNull: open }: FeatureContext<FleetJobs>): Feature<'jobs'> {
  return {
    calls: {
      'jobs.read': ({ publicId }) => openFleet().readJobs(publicId),
      'jobs.readAll': () => openFleet().readAllJobs(),
      'jobs.busy': async ({ publicIds }) => ({ busy: await openFleet().busyAmong(publicIds) }),
    },
    tells: {
      'jobs.interrupt': ({ publicId }) => open()?.interruptJob(publicId),
      'jobs.letRun': ({ publicId }) => open()?.letJobRun(publicId),
    },
    state: () => ({ jobs: open()?.jobs ?? [] }),
    ofPhone: (publicId, { jobs }) => ({ jobs: aboutPhone(publicId, jobs) }),
    eventsOfPhone: { jobs: (publicId, event) => (event.jobs.publicId === publicId ? event : null) },
  }
}
