import type { DesktopFiles } from '../disk/desktop-files'
import type { Feature, FeatureContext } from '../feature/feature'
import type { Captures } from './captures'
import type { SnappedFleet } from './screenshots'

/** Pictures of screens that a person keeps. */
export function serveCaptures(
  { openFleet, fleetName }: FeatureContext<SnappedFleet>,
  {
    captures,
    desktopFiles: desktop,
  }: { captures: Captures; desktopFiles: Pick<DesktopFiles, 'asks' | 'chooseFolder'> },
): Feature<'captures'> {
  return {
    calls: {
      'devices.screenshot': (params) => captures.screenshots(openFleet(), fleetName(), params),
      async 'device.picture'({ publicId, mayCost }) {
        const { newest, take } = openFleet().screenshot
        const jpeg = mayCost ? await take(publicId) : newest(publicId)
        return { base64: jpeg?.toString('base64') ?? null }
      },
      'captures.describe': (wanted) => ({ ...captures.describe(wanted, fleetName()), asks: desktop.asks }),
      'captures.chooseFolder': async () => ({
        folder: await desktop.chooseFolder(captures.folder.of('picture')),
      }),
      'captures.sheet': (params) => captures.sheet(openFleet(), fleetName(), params),
    },
    tells: {},
    state: () => ({}),
  }
}
