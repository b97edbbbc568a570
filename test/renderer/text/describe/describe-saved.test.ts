import { expect, it } from 'vitest'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { describeNotice } from '../../../../src-renderer/text/describe/describe-notice'

const keys = { vocabulary: null, platform: 'linux' as const }
const full: Fault = { kind: 'not-saved', folder: '/pictures', why: 'full', detail: '' }

it('tells many screenshots in one sentence, with each reason once', () => {
  const saved = (n: number, failed: number) =>
    describeNotice(
      {
        kind: 'screenshots-saved',
        n,
        folder: '/pictures',
        failed: Array.from({ length: failed }, (_, index) => ({ name: `Ash ${index}`, fault: full })),
      },
      keys,
    )
  expect(saved(200, 0)).toEqual({ sentence: '200 screenshots saved in /pictures.' })
  expect(saved(187, 13).sentence).toBe('187 screenshots saved in /pictures, 13 failed.')
  expect(saved(187, 2).detail).toBe('Ash 0, Ash 1: Not saved: the disk of /pictures is full.')
  expect(saved(0, 13).sentence).toBe('No screenshot was saved.')
  expect(saved(0, 13).detail?.split('\n')).toHaveLength(1)
})
