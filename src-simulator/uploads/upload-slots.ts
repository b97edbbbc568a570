import { tooMany } from '../http/problem'

const USUAL_WAIT_MS = 1000

/** The uploads that each key has under way. */
export class UploadSlots {
  private readonly running = new Map<string, number>()

  /** @returns gives the slot back @throws Problem `rate_limited` */
  take(keyId: string, most: number): () => void {
    const now = this.running.get(keyId) ?? 0
    if (now >= most) {
      throw tooMany('rate_limited', 'upload_concurrency', USUAL_WAIT_MS, `${most} uploads are under way`)
    }
    this.running.set(keyId, now + 1)
    return () => {
      const left = (this.running.get(keyId) ?? 1) - 1
      if (left > 0) this.running.set(keyId, left)
      else this.running.delete(keyId)
    }
  }
}
