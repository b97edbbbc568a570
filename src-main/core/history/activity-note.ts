import type { ActivityEntry } from '../../../src-shared/bridge/activity'

/** An entry without its time; left out, its fleet is the open one. */
export type ActivityNote = Omit<ActivityEntry, 'at' | 'fleet' | 'phone'> & { phone?: string; fleet?: string }
