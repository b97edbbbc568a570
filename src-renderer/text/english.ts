import type { AllOf } from '../../src-shared/bridge/joined'
import * as rooms from './all-texts'

/** Everything that the page says, in English; each room has its own texts. */
export const english: AllOf<(typeof rooms)[keyof typeof rooms]> = Object.assign({}, ...Object.values(rooms))
