import { basename } from 'node:path'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { DesktopFiles } from '../disk/desktop-files'
import { safePart } from '../disk/file-name'
import { isThere } from '../disk/is-there'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { NamedCapture } from './capture-names'
import type { Captures } from './captures'
import type { SnappedFleet } from './screenshots'

/** Pictures of screens that a person keeps. */
export function serveCaptures(
  { openFleet, fleetOrNull, fleetName, everywhere }: FeatureContext<SnappedFleet>,
  {
    captures,
    desktopFiles: desktop,
  }: { captures: Captures; desktopFiles: Pick<DesktopFiles, 'asks' | 'chooseFolder' | 'discard'> },
): Feature<'captures'> {
  const { kept, pictures } = captures
  /** Returns what finds a phone of the open fleet by the name of a file. */
  const phones = () => {
    const devices = fleetOrNull()?.devices.devices ?? []
    const byName = new Map(devices.map(({ name, public_id: publicId }) => [safePart(name), publicId]))
    const fleet = safePart(fleetName())
    return (named: NamedCapture) => {
      if (named.fleet !== '' && named.fleet !== fleet) return undefined
      const isThis = devices.some(({ public_id: publicId }) => publicId === named.publicId)
      return isThis ? named.publicId : (byName.get(named.phone + named.number) ?? byName.get(named.phone))
    }
  }
  /** @throws FaultError `not-deleted` */
  const discard = async (id: string) => {
    const { path } = kept.find(id) ?? {}
    if (path === undefined) return
    const name = basename(path)
    if (await isThere(path)) {
      if (everywhere.isInUse(path))
        throw new FaultError({ kind: 'not-deleted', name, why: 'in-use', detail: '' })
      const why = desktop.asks ? 'no-trash' : 'failed'
      const isGone = await desktop.discard(path).catch(({ message: detail }: Error) => {
        throw new FaultError({ kind: 'not-deleted', name, why, detail })
      })
      if (!isGone) throw new FaultError({ kind: 'not-deleted', name, why: 'failed', detail: '' })
    }
    kept.forget([id])
  }
  const toBase64 = (picture: Buffer | null | undefined) => ({ base64: picture?.toString('base64') ?? null })
  return {
    calls: {
      'devices.screenshot': (params) => captures.screenshots(openFleet(), fleetName(), params),
      async 'device.picture'({ publicId, mayCost }) {
        const { newest, take } = openFleet().screenshot
        return toBase64(mayCost ? await take(publicId) : newest(publicId))
      },
      'captures.describe': (wanted) => ({ ...captures.describe(wanted, fleetName()), asks: desktop.asks }),
      'captures.chooseFolder': async () => ({
        folder: await desktop.chooseFolder(captures.folder.of('picture')),
      }),
      'captures.sheet': (params) => captures.sheet(openFleet(), fleetName(), params),
      'captures.list': async () => ({ captures: await kept.list(everywhere.isRecorded, phones()) }),
      async 'captures.missing'({ ids }) {
        const there = await Promise.all(ids.map((id) => isThere(kept.find(id)?.path ?? '')))
        return { ids: ids.filter((_, at) => !there[at]) }
      },
      async 'captures.thumbnail'({ id }) {
        const capture = kept.find(id)
        return toBase64(capture && (await pictures.thumbnail(id, capture)))
      },
      async 'captures.picture'({ id }) {
        const capture = kept.find(id)
        return toBase64(capture && (await pictures.whole(capture)))
      },
      async 'captures.delete'({ ids }) {
        const faults: Fault[] = []
        for (const id of new Set(ids))
          await discard(id).catch((thrown: unknown) => faults.push(faultOf(thrown)))
        const [first] = faults
        if (first) throw new FaultError(first)
      },
    },
    tells: {},
    state: () => ({}),
    eventsOfPhone: { captures: notOfPhone },
  }
}
