import { expect, it } from 'vitest'
import { z } from 'zod'
import { inSentences, sayIssue } from '../../../src-main/core/base/say-issue'

const schema = z.strictObject({
  name: z.string().max(3),
  days: z.int().min(1).optional(),
  tags: z.array(z.string()).max(1).optional(),
  since: z.iso.datetime().optional(),
  way: z.enum(['up', 'down']).optional(),
  address: z.string().regex(/^http/, 'begins with http').optional(),
})

it.each([
  [{}, 'name is needed'],
  [{ name: 7 }, 'name is no string'],
  [{ name: 'long' }, 'name is at most 3 characters long'],
  [{ name: 'a', days: 0 }, 'days is at least 1'],
  [{ name: 'a', days: 0.5 }, 'days is no int'],
  [{ name: 'a', tags: ['a', 'b'] }, 'tags is at most 1 entries long'],
  [{ name: 'a', since: 'now' }, 'since is no time such as 2030-01-31T18:00:00Z'],
  [{ name: 'a', way: 'left' }, 'way is one of up, down'],
  [{ name: 'a', address: 'ftp:' }, 'address begins with http'],
  [{ name: 'a', weeks: 7 }, 'there is no weeks'],
])('says of %j: %s', (given, said) => {
  const { error } = schema.safeParse(given, inSentences)
  expect(error && sayIssue(error)).toBe(said)
})
