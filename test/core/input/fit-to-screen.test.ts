import { beforeEach, describe, expect, it } from 'vitest'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { DeviceDetail } from '../../../src-shared/protocol/device'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createFitToScreen } from '../../../src-main/core/input/fit-to-screen'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import vocabulary from '../../../resources/vocabulary.json'
import type { ReadOptions } from '../../../src-main/core/service/http-client'
import { faultOfCall } from '../service/fault-of-call'

const space = { width: 1001, height: 1001 }
const tap = { type: 'tap', x: 500, y: 1000 } as const

describe('an action fitted to a screen', () => {
  let asked: string[]
  let state: Pick<TileState, 'state' | 'snapshot'>
  let standing: 'free' | 'pending' | 'unknown'
  let options: ReadOptions | undefined
  let fault: Fault | null

  const fit = createFitToScreen({
    stateOf: () => state as TileState,
    jobs: {
      standing: () => standing,
      lookAt: () => new Promise(() => undefined),
      pending: () => null,
    } as unknown as Parameters<typeof createFitToScreen>[0]['jobs'],
    api: {
      device(publicId, ...given) {
        asked.push(publicId)
        options = given[0]
        if (fault) return Promise.reject(new FaultError(fault))
        return Promise.resolve({ snapshot: { width: 750, height: 1334 } } as DeviceDetail)
      },
    },
    names: vocabularySchema.parse(vocabulary).path,
  })

  beforeEach(() => {
    asked = []
    state = { state: 'idle', snapshot: { width: 1334, height: 750 } }
    standing = 'free'
    fault = null
  })

  it('uses the frame size of a live phone, and asks for nothing', async () => {
    state = { state: 'live', snapshot: { width: 100, height: 200 } }
    expect(await fit('a', tap, space)).toEqual({ type: 'tap', x: 50, y: 199 })
    expect(asked).toEqual([])
  })

  it('asks a phone that is not live for its present size', async () => {
    expect(await fit('a', tap, space)).toEqual({ type: 'tap', x: 375, y: 1333 })
    expect(asked).toEqual(['a'])
  })

  it('never asks a phone with a job', async () => {
    standing = 'pending'
    expect(await faultOfCall(fit('a', tap, space))).toEqual({ kind: 'job-pending', job: null })
    expect(asked).toEqual([])
  })

  it('asks once for a task, and not once the task is stopped', async () => {
    const stop = new AbortController()
    await fit('a', tap, space, stop.signal)
    expect(options).toEqual({ once: true, signal: stop.signal })
    standing = 'unknown'
    const stopped = faultOfCall(fit('a', tap, space, stop.signal))
    stop.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' }))
    expect(await stopped).toEqual({ kind: 'input-not-sent', why: 'cancelled' })
    expect(asked).toEqual(['a'])
  })

  it('was surely not done when no size arrives', async () => {
    fault = { kind: 'network', reason: 'timeout', host: 'h' }
    expect(await faultOfCall(fit('a', tap, space))).toEqual({
      kind: 'input-not-sent',
      why: 'size-unknown',
      because: fault,
    })
    fault = { kind: 'problem', code: 'device_offline', status: 503, detail: '' }
    expect(await faultOfCall(fit('a', tap, space))).toEqual(fault)
  })
})
