import type { Credit } from '../../src-shared/bridge/frame-packet'

export interface CreditBatch {
  give(credit: Credit): void
}

/** Sends credits that are given in one turn of the worker in one message, and so brings their next frames in one message. */
export function createCreditBatch(send: (credits: Credit[]) => void): CreditBatch {
  let waiting: Credit[] = []

  const flush = () => {
    const credits = waiting
    waiting = []
    send(credits)
  }

  return {
    give(credit) {
      if (waiting.length === 0) setTimeout(flush, 0)
      waiting.push(credit)
    },
  }
}
