import type { PageFeature } from '../../commands/page-feature'
import * as features from '../../features/all'
import type { Commands } from '../../commands/use-commands'
import type { Host } from '../../host/host'
import { followStop } from './follow-stop'
import { persistPreferences } from './persist-preferences'
import { persistView } from './persist-view'
import { reportMirror } from './report-mirror'
import { reportTouches } from './report-touches'
import { reportVisible } from './report-visible'

/** Sends the core what a person changes in this window, and starts what features do beside. Call it in a component's setup. */
export function syncWindow(host: Host, commands: Commands): void {
  persistPreferences(host.bridge)
  reportVisible(host.bridge)
  reportTouches(host)
  followStop(host)
  if (host.phone !== null) return
  persistView(host.bridge)
  reportMirror(host.bridge)
  const all: readonly PageFeature[] = Object.values(features)
  for (const feature of all) feature.follow?.(host, commands)
}
