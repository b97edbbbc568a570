import type { Capture } from '../../../src-shared/features/captures'
import type { VideoWish } from '../../../src-shared/features/conversions'
import type { Fault } from '../../../src-shared/protocol/fault'

/** A recording that a person wants as another kind of file. */
export interface Conversion {
  id: number
  recording: Pick<Capture, 'id' | 'name'>
  wish: VideoWish
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  /** What is done, from 0 to 1. */
  share: number
  /** The new file; null until it is there. */
  path: string | null
  /** Why it failed. */
  fault: Fault | null
}

/** Whether it runs, or will. */
export const isUnderWay = ({ state }: Conversion) => state === 'waiting' || state === 'running'
