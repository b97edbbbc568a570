import { join } from 'node:path'
import { expect, it } from 'vitest'
import { check } from './read'

const resources = join(import.meta.dirname, '../../../../resources')

it('reads every example, in the order of their config.yaml', async () => {
  const { names, flows, problems } = await check(resources, { paths: ['flows'] })
  expect(problems).toEqual([])
  expect(names).toHaveLength(14)
  expect(names[0]).toBe('Open the notes')
  expect(flows[0]?.flow.file).toBe(join('flows', 'open-notes.yaml'))
  const smoke = await check(resources, { paths: ['flows'], includeTags: ['smoke'] })
  expect(smoke.names).toHaveLength(5)
  const single = await check(resources, { paths: ['flows/account-status.yaml'] })
  expect(single.names).toEqual(["Ask for the account's state"])
})
