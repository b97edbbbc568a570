import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { opensSimulated } from '../../../src-main/core/fleets/opens-simulated'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetwall-'))
})
afterEach(() => rm(folder, { recursive: true }))

it.each([
  ['no file, as at the first start', null, true],
  ['no open fleet', '{"version":1,"fleets":[],"activeId":null}', true],
  ['an open fleet', '{"version":1,"fleets":[],"activeId":"a"}', false],
  ['a file that is damaged', '{"fle', false],
])('is guessed with %s', async (_, text, guess) => {
  const path = join(folder, 'fleets.json')
  if (text !== null) await writeFile(path, text)
  expect(opensSimulated(path)).toBe(guess)
})
