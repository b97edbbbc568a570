import type { ProgramDoor } from './serve'

/** The door of an app that no program can reach. */
export const closedDoor: ProgramDoor = {
  isOpen: false,
  isForbidden: true,
  address: null,
  attached: [],
  onChange: () => () => undefined,
  open: () => Promise.resolve(),
  stop: () => undefined,
  end: () => undefined,
}
