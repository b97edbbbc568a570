import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createPageServer } from '../../src-main/shell-loopback/page-server'

describe('the server of a browser’s page', () => {
  it('cuts no file that goes up slowly, as Node would after five minutes', () => {
    const { requestTimeout, timeout } = createPageServer()
    expect(createServer().requestTimeout, 'what this is about').toBe(300_000)
    // Neither for how long all of it takes, nor for how long nothing comes.
    expect([requestTimeout, timeout]).toEqual([0, 0])
  })
})
