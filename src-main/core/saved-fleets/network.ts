import { join } from 'node:path'
import type { Policy } from '../../../src-shared/features/policy'
import { authoritiesFile, type Fault } from '../../../src-shared/protocol/fault'
import { extraAuthorities } from '../service/extra-authorities'
import { createRoute, routeSource, wrongProxy, type Route, type RouteOptions } from '../service/route'
import type { PreferencesFile } from '../settings/preferences'
import type { KeyVault } from './key-vault'
import { createProxyChoice, type ProxyChoice } from './proxy-choice'

/** The way to services, by the proxy that the user, the administrator or the system chose. */
export interface Network {
  route: Route
  proxy: ProxyChoice
  /** Who chose the proxy, for the log. */
  source: ReturnType<typeof routeSource>
}

export interface NetworkOptions {
  preferences: PreferencesFile
  vault: KeyVault
  policy: Policy | null
  /** As `RouteOptions.ofSystem`. */
  systemProxy: RouteOptions['ofSystem']
  userDataDir: string
  /** Shows a proxy or a file of authorities that is of no use. */
  notify: (fault: Fault) => void
}

export function createNetwork({
  preferences,
  vault,
  policy,
  systemProxy,
  userDataDir,
  notify,
}: NetworkOptions): Network {
  const proxy = createProxyChoice(preferences, vault)
  const sources = {
    byHand: () => proxy.address,
    byPolicy: policy?.proxy ?? null,
    ofSystem: systemProxy,
  }
  const route = createRoute({
    ...sources,
    byHandKnown: proxy.known,
    ownAuthorities: join(userDataDir, authoritiesFile),
    givenAuthorities: extraAuthorities(process.env),
    onUnusable: (path) => notify({ kind: 'authorities', path }),
  })
  const wrong = wrongProxy(sources)
  if (wrong !== null) notify({ kind: 'network', reason: 'proxy-address', host: wrong })
  return { route, proxy, source: routeSource(sources) }
}
