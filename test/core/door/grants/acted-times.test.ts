import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openActedTimes } from '../../../../src-main/core/door/grants/acted-times'
import { grantHourMs } from '../../../../src-shared/features/programs-state'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'

describe('the actions of grants', () => {
  let folder: string
  let clock: FakeClock
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-acted-'))
    clock = createFakeClock()
  })
  afterEach(() => rm(folder, { recursive: true }))
  const path = () => join(folder, 'grant-actions.json')
  const open = () =>
    openActedTimes({
      ...{ clock, path: path() },
      report: ({ reason }) => expect.fail(reason),
      onFailed: (error) => expect.fail(String(error)),
    })

  it('count for an hour, each grant’s own', () => {
    const acted = open()
    const [one, other] = [acted.of('one'), acted.of('other')]
    one.add()
    clock.advance(grantHourMs - 1)
    one.add()
    expect([one.times.length, other.times.length]).toEqual([2, 0])
    clock.advance(1)
    expect(acted.of('one').times).toEqual([clock.now() - 1])
  })

  it('are one less where one was taken back', () => {
    const one = open().of('one')
    one.add()
    clock.advance(1000)
    const takeBack = one.add()
    takeBack()
    expect(one.times).toEqual([clock.now() - 1000])
  })

  it('are kept with what was taken back, and without what is over', async () => {
    const acted = open()
    acted.of('old').add()
    clock.advance(grantHourMs)
    const takeBack = acted.of('one').add()
    acted.of('one').add()
    clock.advance(1000)
    takeBack()
    acted.close()
    expect(open().of('one').times).toHaveLength(1)
    expect(await readFile(path(), 'utf8')).not.toContain('old')
  })

  it('count nothing of the future, where the clock was set back', () => {
    const acted = open()
    acted.of('one').add()
    acted.close()
    clock.setWall(-60_000)
    expect(open().of('one').times).toEqual([])
  })
})
