import { expect, it } from 'vitest'
import { isAway } from '../../src-main/shell-electron/is-away'

it('takes a person for away from a window that is minimised, hidden or not in front', () => {
  const window = (isMinimized: boolean, isVisible: boolean) => ({
    isMinimized: () => isMinimized,
    isVisible: () => isVisible,
  })
  expect([null, window(true, true), window(false, false), window(false, true)].map(isAway)).toEqual([
    true,
    true,
    true,
    false,
  ])
})
