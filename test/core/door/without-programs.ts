import type { ProgramsOptions } from '../../../src-main/core/door/serve'

/** What a window takes for programs, none of which connect. */
export const withoutPrograms: Pick<ProgramsOptions, 'door' | 'grants'> = {
  door: {
    isOpen: false,
    isForbidden: true,
    address: null,
    attached: [],
    command: [],
    onChange: () => () => undefined,
    open: () => Promise.resolve(),
    stop: () => undefined,
    follow: () => undefined,
    end: () => undefined,
  },
  grants: {
    look: () => undefined,
    all: () => [],
    give: () => '',
    revoke: () => [],
    prove: () => {
      throw new Error('no grant')
    },
  },
}
