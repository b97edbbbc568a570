import { describe, expect, it } from 'vitest'
import { fuzz } from './run'
import { targets } from './targets'

describe('a parser at the edge', () => {
  it.each(targets.map((target) => [target.name, target] as const))(
    'survives 100 changed inputs: %s',
    async (_, target) => {
      const { defects } = await fuzz(target, 1, ({ runs }) => runs >= 100)
      expect(defects).toEqual([])
    },
  )
})
