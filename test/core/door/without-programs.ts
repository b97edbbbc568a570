import { closedDoor } from '../../../src-main/core/door/closed-door'
import type { ProgramsOptions } from '../../../src-main/core/door/serve'

/** What a window takes for programs, none of which connect. */
export const withoutPrograms: Pick<ProgramsOptions, 'door' | 'grants'> = {
  door: closedDoor,
  grants: {
    all: () => [],
    give: () => '',
    revoke: () => [],
    prove: () => {
      throw new Error('no grant')
    },
  },
}
