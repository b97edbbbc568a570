import { expect, it } from 'vitest'
import { budgetRoom } from '../../../src-main/core/schedules/budget-room'
import { fakeUsage } from '../../renderer/fake-phone'

const usage = fakeUsage()
const { budget, remaining } = usage.actions
const tenth = Math.floor(budget / 10)

it('a schedule may use its share of the day’s budget, less what it has used', () => {
  const use = { resetsAt: usage.resets_at, used: { actions: tenth - 2 } }
  const room = budgetRoom({ actions: 10 }, use, usage)
  expect(room.left).toMatchObject({ actions: 2, snapshots: Infinity })
  expect([room.whyNot({ actions: 2 }), room.whyNot({ actions: 3 })]).toEqual([
    null,
    { kind: 'share', budget: 'actions' },
  ])
  expect(room.with({ actions: 2 })).toEqual({ resetsAt: usage.resets_at, used: { actions: tenth } })
})

it('what was used on an earlier day counts for nothing', () => {
  const room = budgetRoom({ actions: 10 }, { resetsAt: 'yesterday', used: { actions: tenth } }, usage)
  expect(room.left.actions).toBe(tenth)
})

it('a schedule without a share can use no more than is left of the day’s budget', () => {
  const room = budgetRoom({}, null, usage)
  expect([room.whyNot({ actions: remaining }), room.whyNot({ actions: remaining + 1 })]).toEqual([
    null,
    { kind: 'shortage', budget: 'actions' },
  ])
})
