import type { Grant } from '../../../src-shared/features/programs-state'

/** A grant for everything, but for what a test changes. */
export const grantOf = (change: Partial<Grant> = {}): Grant => ({
  name: 'Robot',
  phones: 'all',
  readOnly: false,
  tools: null,
  actionsPerHour: null,
  until: null,
  folders: [],
  mayInterrupt: false,
  ...change,
})
