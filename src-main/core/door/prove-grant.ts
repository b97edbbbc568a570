import type { Clock } from '../time/clock'
import type { ConnectionOptions } from './connection'
import type { DoorWindow } from './door-window'
import type { Grants } from './grants'
import { createWindowTools } from './window-tools'

export interface ProveGrantOptions {
  clock: Clock
  grants: Pick<Grants, 'prove'>
  window: () => DoorWindow
}

/** Returns what binds a program to a grant: its tools, and a look at whether the grant still holds. */
export function createProveGrant({
  clock,
  grants,
  window,
}: ProveGrantOptions): Required<ConnectionOptions>['proveGrant'] {
  // Programs of one grant share its actions of the hour.
  const acted = new Map<string, number[]>()
  return ({ name }, token) => {
    const grant = () => grants.prove(name, token)
    const { mayInterrupt } = grant()
    const own = acted.get(name) ?? []
    acted.set(name, own)
    const tools = createWindowTools({ clock, window, grant, acted: own })
    return { name, mayInterrupt, tools, prove: () => void grant() }
  }
}
