import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createPageServer } from '../../src-main/shell-loopback/page-server'

describe('the page server', () => {
  it('never cuts a slow upload, as Node does after 5 min', () => {
    const { requestTimeout, timeout } = createPageServer()
    expect(createServer().requestTimeout, 'Node’s default').toBe(300_000)
    // The limits of a whole request and of silence.
    expect([requestTimeout, timeout]).toEqual([0, 0])
  })
})
