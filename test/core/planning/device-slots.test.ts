import { expect, it } from 'vitest'
import { createDeviceSlots } from '../../../src-main/core/planning/device-slots'

it('keeps a phone’s slot until the last of its sockets is gone', () => {
  let freed = 0
  const gone: (() => void)[] = []
  const slots = createDeviceSlots(() => (freed += 1))
  const dial = () => slots.of('a', (onGone) => () => ({ close: gone.push(onGone) }) as never)({} as never)
  dial()
  dial()
  gone[0]?.()
  expect([slots.has('a'), slots.count, freed]).toEqual([true, 1, 0])
  gone[1]?.()
  expect([slots.has('a'), slots.count, freed]).toEqual([false, 0, 1])
})
