import type { Session } from 'electron'
import { expect, it } from 'vitest'
import { lockDownSession } from '../../src-main/shell-electron/lock-down'

/** A session that keeps what it is given, by the name of the method. */
function keepingSession() {
  const given: Record<string, unknown> = {}
  const keep = (name: string) => (value: unknown) => void (given[name] = value)
  const session = new Proxy({} as Session, {
    get: (_, name) => (name === 'webRequest' ? session : keep(String(name))),
  })
  return { session, given }
}

it('the page gets one permission, whatever else a Chromium knows', () => {
  const { session, given } = keepingSession()
  lockDownSession(session, null)
  const asked = given['setPermissionRequestHandler'] as Parameters<Session['setPermissionRequestHandler']>[0]
  const checked = given['setPermissionCheckHandler'] as Parameters<Session['setPermissionCheckHandler']>[0]
  const permissions = [
    ...(['clipboard-sanitized-write', 'clipboard-read', 'local-network', 'loopback-network'] as const),
    ...(['window-management', 'automatic-fullscreen', 'web-app-installation', 'unknown'] as const),
  ]
  const granted = permissions.filter((permission) => {
    let answer = false
    asked?.({} as never, permission, (is) => (answer = is), {} as never)
    expect(checked?.(null, permission, '', {} as never)).toBe(answer)
    return answer
  })
  expect(granted).toEqual(['clipboard-sanitized-write'])
})
