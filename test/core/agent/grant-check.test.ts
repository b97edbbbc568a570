import { describe, expect, it } from 'vitest'
import { allowsPhone, hasTool, refusalOfCall } from '../../../src-main/core/agent/grant-check'
import type { Grant, ProgramTool } from '../../../src-shared/features/programs-state'
import { fakeDevice } from '../../renderer/fake-phone'
import { grantOf } from './grants'

const minute = 60_000
const codeOf = (
  change: Partial<Grant>,
  { tool = 'tap' as ProgramTool, isActing = true, now = 0, acted = [] as number[] } = {},
) => refusalOfCall(grantOf(change), { tool, isActing, now, acted })?.code ?? null

describe('what a grant allows', () => {
  it('is all tools, until the grant ends', () => {
    expect(codeOf({})).toBeNull()
    expect(codeOf({ until: 1000 }, { now: 999 })).toBeNull()
    expect(codeOf({ until: 1000 }, { now: 1000 })).toBe('grant-ended')
  })

  it('is only the tools that it names', () => {
    expect(codeOf({ tools: ['see'] }, { tool: 'see', isActing: false })).toBeNull()
    expect(codeOf({ tools: ['see'] }, { tool: 'tap' })).toBe('not-granted')
  })

  it('is only to look, with a list of jobs, when it is for reading', () => {
    const reading = grantOf({ readOnly: true })
    const has = (tool: ProgramTool) => hasTool(reading, tool)
    expect(has('see') && has('wait_for') && has('list_phones') && has('activity') && has('jobs')).toBe(true)
    expect(has('tap') || has('upload') || has('run_flow') || has('edit_phone')).toBe(false)
    expect(codeOf({ readOnly: true }, { tool: 'jobs', isActing: false })).toBeNull()
    expect(codeOf({ readOnly: true }, { tool: 'jobs' })).toBe('read-only')
  })

  it('is so many actions in any hour', () => {
    const limited = { actionsPerHour: 2 }
    expect(codeOf(limited, { now: 10, acted: [1] })).toBeNull()
    expect(codeOf(limited, { now: 10, acted: [1, 2] })).toBe('actions-used-up')
    expect(codeOf(limited, { now: 10, acted: [1, 2], isActing: false })).toBeNull()
    expect(codeOf({ actionsPerHour: 0 })).toBe('actions-used-up')
  })

  it('says when the next action is possible', () => {
    const refusal = refusalOfCall(grantOf({ actionsPerHour: 2 }), {
      ...{ tool: 'tap', isActing: true, now: 30 * minute },
      acted: [0, 10 * minute, 20 * minute],
    })
    expect(refusal?.message).toBe('The grant Robot allows 2 actions an hour. The next is possible in 40 min.')
  })

  it('is for phones by id, by label, or all', () => {
    const phone = { ...fakeDevice('dev_1'), labels: [{ name: 'lab', color: '#112233' }] }
    const allows = (phones: string) => allowsPhone({ phones }, phone)
    expect(['all', 'dev_1', 'label=lab', 'dev_9,label=lab'].map(allows)).toEqual([true, true, true, true])
    expect(['dev_2', 'label=smoke', 'state=live', ''].map(allows)).toEqual([false, false, false, false])
  })
})
