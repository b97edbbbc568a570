import type { Label } from '../api/answers'
import { Problem } from '../http/problem'

export const DEFAULT_LABEL_COLOR = '#9E9E9E'
/** Spec section 8. */
export const LABELS_PER_ACCOUNT = 200

/** The account's labels: each name has one colour on every phone, and stays when no phone has it any more. */
export class AccountLabels {
  private readonly colors = new Map<string, string>()

  /**
   * Adds the names that are new; a colour sent for a known name is ignored.
   * @throws Problem `label_limit_reached` before anything is added
   */
  adopt(labels: { name: string; color?: string | undefined }[]): Label[] {
    this.assertRoom(labels)
    return labels.map(({ name, color }) => {
      const known = this.colors.get(name) ?? color ?? DEFAULT_LABEL_COLOR
      this.colors.set(name, known)
      return { name, color: known }
    })
  }

  private assertRoom(labels: { name: string }[]): void {
    const fresh = new Set(labels.map(({ name }) => name).filter((name) => !this.colors.has(name)))
    if (this.colors.size + fresh.size > LABELS_PER_ACCOUNT) {
      throw new Problem(
        'label_limit_reached',
        `An account holds at most ${LABELS_PER_ACCOUNT} different labels`,
      )
    }
  }
}
