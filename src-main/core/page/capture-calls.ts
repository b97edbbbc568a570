import type { CallHandlers } from '../../../src-shared/bridge/contract'
import type { DesktopFiles } from '../base/desktop-files'
import type { Captures } from '../captures/captures'
import type { CurrentFleet } from '../fleet/current-fleet'

type CaptureCalls = Pick<
  CallHandlers,
  'device.screenshot' | 'device.picture' | 'captures.describe' | 'captures.chooseFolder' | 'captures.sheet'
>

/** Answers the calls about captures. @param fleetName the open fleet's name */
export function createCaptureCalls(
  captures: Captures,
  current: Pick<CurrentFleet, 'orThrow' | 'learning'>,
  fleetName: () => string,
  desktop: Pick<DesktopFiles, 'asks' | 'chooseFolder'>,
): CaptureCalls {
  return {
    'device.screenshot': ({ publicId, mayCost }) =>
      current.learning(captures.screenshot(current.orThrow(), fleetName(), publicId, mayCost)),
    async 'device.picture'({ publicId, mayCost }) {
      const jpeg = await current.learning(current.orThrow().screenshot(publicId, mayCost))
      return { base64: jpeg?.toString('base64') ?? null }
    },
    'captures.describe': (wanted) => ({ ...captures.describe(wanted, fleetName()), asks: desktop.asks }),
    'captures.chooseFolder': async () => ({
      folder: await desktop.chooseFolder(captures.folder.of('picture')),
    }),
    'captures.sheet': (params) => captures.sheet(current.orThrow(), fleetName(), params),
  }
}
