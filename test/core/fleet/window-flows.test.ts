import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import vocabulary from '../../../resources/vocabulary.json'
import type { Fleet } from '../../../src-main/core/fleet/fleet'
import { createWindowFlows, type WindowFlows } from '../../../src-main/core/fleet/window-flows'
import type { Uploads } from '../../../src-main/core/uploads/uploads'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { AppEvent } from '../../../src-shared/bridge/contract'
import { createFakeClock } from '../base/fake-clock'

describe('a flow that is recorded', () => {
  let folder: string
  let flows: WindowFlows
  let faults: Fault[]
  const opened = { type: 'opened' } as AppEvent

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'window-flows-'))
    faults = []
    const fleet: Partial<Fleet> = { toRecord: () => [{ publicId: 'dev_1', name: 'Aster 01', shown: null }] }
    flows = createWindowFlows({
      clock: createFakeClock(),
      words: () => vocabulary as never,
      fleet: () => fleet as Fleet,
      fleetId: () => 'lab',
      uploads: {} as Uploads,
      readText: () => Promise.resolve([]),
      folder: join(folder, 'flows'),
      onPhones: () => undefined,
      onState: () => undefined,
      onFault: (fault) => faults.push(fault),
    })
    flows.record('dev_1')
    flows.acted('dev_1', { type: 'open_url', url: 'https://example.com' })
  })
  afterEach(async () => {
    flows.close()
    await rm(folder, { recursive: true })
  })

  it('is saved once there is a place for it, after a try that failed', async () => {
    await writeFile(join(folder, 'flows'), 'a file where the folder should be')
    await expect(flows.finish()).rejects.toMatchObject({ fault: { kind: 'not-saved' } })
    expect(flows.state.recording).toMatchObject({ publicId: 'dev_1', inputs: 1 })
    await rm(join(folder, 'flows'))
    expect(await flows.finish()).toMatch(/recorded .*\.yaml$/)
    expect(flows.state.recording).toBeNull()
  })

  it('is saved when another fleet opens', async () => {
    flows.event(opened)
    await vi.waitFor(async () => expect(await readdir(join(folder, 'flows'))).toHaveLength(1))
    expect(flows.state.recording).toBeNull()
    expect(faults).toEqual([])
  })

  it('tells the person when another fleet opens and it can’t be saved', async () => {
    await writeFile(join(folder, 'flows'), 'a file where the folder should be')
    flows.event(opened)
    await vi.waitFor(() => expect(faults).toMatchObject([{ kind: 'not-saved' }]))
    expect(flows.state.recording).toBeNull()
  })
})
