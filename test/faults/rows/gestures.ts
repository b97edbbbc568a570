import type { Gesture } from '../../../src-shared/features/gesture'
import type { ControlSaid } from '../hostile-server'

const space = { width: 200, height: 400 }
const pointer = (number: number, phase: 'down' | 'move' | 'up', x: number, y: number): Gesture => ({
  kind: 'pointer',
  press: number,
  phase,
  x,
  y,
  space,
})

/** Input on a phone of 200 by 400 points. */
export const press = (x = 50, y = 60, number = 1): Gesture => pointer(number, 'down', x, y)
export const drag = (x = 50, y = 60, number = 1): Gesture => pointer(number, 'move', x, y)
export const lift = (x = 50, y = 60, number = 1): Gesture => pointer(number, 'up', x, y)
export const release: Gesture = { kind: 'release', press: 1 }
export const hover: Gesture = { kind: 'hover' }
export const key = (name = 'Enter'): Gesture => ({ kind: 'key', key: name })
export const type = (text: string): Gesture => ({ kind: 'text', text })

/** Messages that press, or keep the press. */
export const pressing = (said: readonly ControlSaid[]) =>
  said.filter(({ message }) => message['buttons'] === 1)
export const releasing = (said: readonly ControlSaid[]) =>
  said.filter(({ message }) => message['buttons'] === 0)
export const texts = (said: readonly ControlSaid[]) =>
  said.filter((each) => each.type === 'text').map(({ message }) => String(message['text']))
