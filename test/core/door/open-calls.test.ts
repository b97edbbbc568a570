import { describe, expect, it } from 'vitest'
import { openCall, openCalls } from '../../../src-main/core/door/open-calls'

describe('the calls that are open for programs', () => {
  it('are these alone', () => {
    const listed = Object.entries(openCalls).map(([name, { by, does }]) => `${name}: ${by} ${does}`)
    expect(listed).toEqual([
      'app.state: user reads',
      'phones.list: user reads',
      'usage.read: user reads',
      'activity.list: user reads',
      'jobs.list: user reads',
      'flows.list: user reads',
      'events.subscribe: user reads',
      'device.act: user acts',
      'terminal.run: user acts',
      'grant.use: user reads',
      'tools.list: grant reads',
      'tools.call: grant acts',
      'resources.list: grant reads',
      'resources.read: grant reads',
    ])
  })

  it('are nothing of fleets, keys, proxies, preferences and grants', () => {
    const shut = Object.keys(openCalls).filter((name) =>
      /^(fleets|proxy|preferences|programs|files|diagnostics)\./.test(name),
    )
    expect(shut).toEqual([])
  })

  it.each(['toString', '__proto__', 'constructor', 'fleets.open', ''])('have none of the name %j', (name) => {
    expect(openCall(name)).toBeNull()
  })
})
