import type { Label } from '../../../src-shared/protocol/device'

/** Labels of an account, which outlive the phones that have them (spec 2, Label, rule 3). */
export interface LabelMemory {
  readonly known: readonly Label[]
  keep(labels: readonly Label[]): void
}
