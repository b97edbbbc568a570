import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LimitReached } from '../../../../src-main/core/flows/on-phone/step-failure'
import type { AgentRun } from '../../../../src-main/core/agent/tool-fleet'
import { automationKinds } from '../../../../src-shared/protocol/automation-kind'
import { fakeTools, textOf, type FakeTools } from '../fake-tools'

const never = new AbortController().signal

describe('a program that runs a flow', () => {
  let folder: string
  let fake: FakeTools
  let runs: AgentRun[]
  let message: string | null

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-run-flow-'))
    await writeFile(join(folder, 'a.yaml'), 'appId: none\n---\n- tapOn: OK\n')
    fake = fakeTools()
    runs = []
    message = null
    Object.assign(fake.tools, {
      flowsFolder: folder,
      runFlows(run: AgentRun) {
        runs.push(run)
        const cases = run.publicIds.map((publicId) => ({
          ...{ publicId, phone: publicId, flow: 'a', message },
          verdict: message === null ? 'passed' : 'failed',
        }))
        return Promise.resolve({ cases, results: null })
      },
    })
  })
  afterEach(() => rm(folder, { recursive: true }))

  // It reads the file while the test's clock stands.
  const run = (phones: string[], limit: number | null = null) =>
    fake
      .program({ actionsPerHour: limit })
      .session.call('run_flow', { file: join(folder, 'a.yaml'), phones }, never)

  it('has each action of the flow counted as it happens, until none is left', async () => {
    const answer = await run(['dev_a'], 2)
    expect(answer.structuredContent).toMatchObject({ verdict: 'passed' })
    const count = () => runs[0]?.onActions?.(1)
    count()
    count()
    expect(count).toThrow(LimitReached)
    expect(count).toThrow('The grant Robot allows 2 actions an hour. The next is possible in 60 min.')
  })

  it('begins none without an action left', async () => {
    expect((await run(['dev_a'], 0)).structuredContent).toMatchObject({ code: 'actions-used-up' })
    expect(runs).toEqual([])
  })

  it('reads no folder of the computer in why a flow failed', async () => {
    message = `Couldn’t save in ${join(folder, 'results')}. (EACCES: ${join(homedir(), 'x')})`
    const answer = await run(['dev_a'])
    expect(textOf(answer)).toContain('Couldn’t save in results.')
    expect(JSON.stringify(answer)).not.toContain(JSON.stringify(folder).slice(1, -1))
    expect(JSON.stringify(answer)).not.toContain(JSON.stringify(homedir()).slice(1, -1))
  })

  it('says which of several phones a job keeps for itself', async () => {
    const [job] = automationKinds
    fake.busy.set('dev_b', job)
    const answer = await run(['dev_a', 'dev_b'])
    expect(answer.structuredContent).toMatchObject({
      ...{ code: 'job-pending', phone: { id: 'dev_b', name: 'Birch' } },
      message: expect.stringMatching(/^Birch \(dev_b\): /) as string,
    })
    expect(fake.noted).toMatchObject([{ publicId: 'dev_a' }, { publicId: 'dev_b' }])
  })
})
