import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import type { Fleet } from '../../../../src-main/core/open-fleet/fleet'
import { createFlowPhones } from '../../../../src-main/core/flows/in-fleet/flow-phones'
import { unknownUsage } from '../../../../src-shared/features/usage-state'
import type { Upload } from '../../../../src-shared/features/upload-state'
import type { TileState } from '../../../../src-shared/features/tile-state'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { createFakeClock } from '../../time/fake-clock'
import { faultOfCall } from '../../service/fault-of-call'

const suspended: Fault = { kind: 'problem', code: 'forbidden', status: 403, detail: 'The key is suspended' }
const never = new AbortController().signal

const noUploads = { add: () => [], to: () => [], cancel: () => undefined }

it('names the key, not the phone, when the service refuses its stream', () => {
  const phones = createFlowPhones({
    clock: createFakeClock(),
    words: vocabularySchema.parse(vocabulary),
    fleet: () => ({}) as Fleet,
    uploads: noUploads,
    uploadsId: 'flows',
    onRefused: () => undefined,
  })
  const phone = phones.join('a', 'Aster')
  const reasonFor = (fault: Fault) => {
    phone.change({ state: 'parked', fault, controlFault: null } as TileState)
    return phone.standing.reason
  }
  expect(reasonFor({ kind: 'handshake-refused', channel: 'stream', status: 403, withoutRead: false })).toBe(
    'The service refused this stream. The key may need permission “stream”, or a limit is reached.',
  )
  expect(reasonFor({ kind: 'socket-closed', code: 4403, reason: 'scope stream is required' })).toMatch(
    /scope stream/,
  )
  expect(phone.standing.name).toBe('gone')
  expect(reasonFor({ kind: 'socket-closed', code: 1013, reason: '' })).toMatch(/^The phone is offline\. /)
})

it('ends what waits for an upload or a launch once the key is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-flow-phones-'))
  const path = join(folder, 'a.txt')
  await writeFile(path, 'a')
  const cancelled: string[] = []
  const fleet = {
    tasks: { launch: () => 'task', all: () => [], cancel: (id: string) => void cancelled.push(id) },
  } as unknown as Fleet
  let added: () => void = () => undefined
  const isAdded = new Promise<void>((resolve) => (added = resolve))
  const phones = createFlowPhones({
    clock: createFakeClock(),
    words: vocabularySchema.parse(vocabulary),
    fleet: () => fleet,
    uploads: {
      add() {
        added()
        return ['upload']
      },
      to: () => [],
      cancel: (id) => void cancelled.push(id),
    },
    uploadsId: 'flows',
    onRefused: () => undefined,
  })
  const phone = phones.join('a', 'Aster')
  const upload = faultOfCall(phone.upload(path, never))
  const launch = faultOfCall(phone.launch({ kind: 'warm_up' }, never))
  await isAdded
  phones.event({ type: 'usage', usage: { ...unknownUsage, fault: suspended } })
  expect(await upload).toEqual(suspended)
  expect(await launch).toEqual(suspended)
  expect(cancelled.toSorted()).toEqual(['task', 'upload'])
  await rm(folder, { recursive: true })
})

it.each([
  ['waiting', { kind: 'input-not-sent', why: 'cancelled' }],
  ['sending', { kind: 'outcome-unknown' }],
] as const)('says what became of an upload that is %s when it is stopped', async (state, fault) => {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-flow-phones-'))
  const path = join(folder, 'a.txt')
  await writeFile(path, 'a')
  const stop = new AbortController()
  const phones = createFlowPhones({
    clock: createFakeClock(),
    words: vocabularySchema.parse(vocabulary),
    fleet: () => ({}) as Fleet,
    uploads: {
      add: () => ['upload'],
      to() {
        queueMicrotask(() => stop.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' })))
        return [{ id: 'upload', state } as Upload]
      },
      cancel: () => undefined,
    },
    uploadsId: 'flows',
    onRefused: () => undefined,
  })
  expect(await faultOfCall(phones.join('a', 'Aster').upload(path, stop.signal))).toEqual(fault)
  await rm(folder, { recursive: true })
})
