import { expect, it } from 'vitest'
import { controlEventSchema } from '../../src-shared/protocol/control-channel'

it.each([
  [0, 1],
  [-5, 1],
  [0.5, 1],
  [30, 30],
  [1e300, 120],
])('reads %d messages a second as %d', (sent, read) => {
  const size = { w: 1, h: 1 }
  const ready = { type: 'ready', logical: size, snapshot: size, max_messages_per_second: sent }
  expect(controlEventSchema.parse(ready)).toMatchObject({ max_messages_per_second: read })
})
