import { describe, expect, it } from 'vitest'
import { hasEnded, type TransferStateName } from '../../src-shared/bridge/transfer-state'

const ended: Record<TransferStateName, boolean> = {
  waiting: false,
  ticket: false,
  sending: false,
  done: true,
  failed: true,
  cancelled: true,
  unknown: true,
}

describe('hasEnded', () => {
  it.each(Object.entries(ended))('of a transfer that is %s is %s', (state, expected) => {
    expect(hasEnded({ state: state as TransferStateName })).toBe(expected)
  })
})
