import type { Clock } from '../../time/clock'
import type { ConnectionOptions } from '../connection'
import type { DoorWindow } from '../door-window'
import type { ActedTimes } from './acted-times'
import type { Grants } from './grants'
import type { ProgramTools } from '../program-tools'
import type { WindowToolsOptions } from '../window-tools'

export interface ProveGrantOptions {
  clock: Clock
  grants: Pick<Grants, 'prove'>
  /** Programs of one grant share its actions of the hour. */
  acted: Pick<ActedTimes, 'of'>
  window: () => DoorWindow
}

/** Returns what binds a program to a grant: its tools, and a look at whether the grant still holds. */
export function createProveGrant({
  clock,
  grants,
  acted,
  window,
}: ProveGrantOptions): Required<ConnectionOptions>['proveGrant'] {
  return (name, token) => {
    const grant = () => grants.prove(name, token)
    grant()
    const tools = lazyTools({ clock, window, name, grant, acted: acted.of(name) })
    return { name, tools, prove: () => void grant() }
  }
}

/** Makes the tools once a program has a grant: the start needs nothing of them, nor of the language of flows. */
function lazyTools(options: WindowToolsOptions): ProgramTools {
  let loaded: ProgramTools | null = null
  const loading = import('../window-tools').then(
    ({ createWindowTools }) => (loaded = createWindowTools(options)),
  )
  return {
    list: async () => (await loading).list(),
    call: async (...call) => (await loading).call(...call),
    resources: async (stop) => (await loading).resources(stop),
    read: async (...read) => (await loading).read(...read),
    close() {
      // At once: the app may end next.
      if (loaded) loaded.close()
      else void loading.then((tools) => tools.close())
    },
  }
}
