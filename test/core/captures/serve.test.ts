import { beforeEach, describe, expect, it } from 'vitest'
import type { Captures } from '../../../src-main/core/captures/captures'
import { serveCaptures } from '../../../src-main/core/captures/serve'
import type { FeatureContext } from '../../../src-main/core/feature/feature'
import type { SnappedFleet } from '../../../src-main/core/captures/screenshots'
import type { Fault } from '../../../src-shared/protocol/fault'

describe('deleting captures', () => {
  let noted: string[]
  let forgotten: string[]
  const here = import.meta.filename
  const paths: Readonly<Record<string, string>> = {
    there: here,
    converting: `${import.meta.dirname}/kept-captures.test.ts`,
    locked: `${import.meta.dirname}/screenshots.test.ts`,
    gone: `${here}.gone`,
  }
  const served = () =>
    serveCaptures(
      {
        everywhere: { isInUse: (path: string) => path === paths['converting'] },
      } as unknown as FeatureContext<SnappedFleet>,
      {
        captures: {
          kept: {
            find: (id: string) => (paths[id] === undefined ? undefined : { kind: 'sheet', path: paths[id] }),
            forget: (ids: readonly string[]) => forgotten.push(...ids),
          },
        } as unknown as Captures,
        activity: {
          deleted: (name: string, fault: Fault | null) =>
            void noted.push(`${name} ${fault && 'why' in fault ? fault.why : 'done'}`),
        },
        desktopFiles: {
          asks: true,
          chooseFolder: () => Promise.resolve(null),
          discard: (path) =>
            path === paths['locked'] ? Promise.reject(new Error('locked')) : Promise.resolve(path === here),
        },
      },
    )
  beforeEach(() => {
    noted = []
    forgotten = []
  })

  it('is noted for each file with what came of it, and goes on after one that stays', async () => {
    const ids = ['converting', 'locked', 'there', 'gone', 'unknown', 'there']
    await expect(served().calls['captures.delete']({ ids })).rejects.toMatchObject({
      fault: { kind: 'not-deleted', name: 'kept-captures.test.ts', why: 'in-use' },
    })
    expect(noted).toEqual([
      'kept-captures.test.ts in-use',
      'screenshots.test.ts no-trash',
      'serve.test.ts done',
    ])
    expect(forgotten).toEqual(['there', 'gone'])
  })
})
