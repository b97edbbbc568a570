import { basename } from 'node:path'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { DesktopFiles } from '../disk/desktop-files'
import { safePart } from '../disk/file-name'
import { isThere } from '../disk/is-there'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { Activity } from '../history/activity'
import type { NamedCapture } from './capture-names'
import type { Captures } from './captures'
import type { SnappedFleet } from './screenshots'

/** Pictures of screens that a person keeps. */
export function serveCaptures(
  { openFleet, fleetOrNull, fleetName, everywhere }: FeatureContext<SnappedFleet>,
  {
    captures,
    activity,
    desktopFiles: desktop,
  }: {
    captures: Captures
    activity: Pick<Activity, 'deleted'>
    desktopFiles: Pick<DesktopFiles, 'asks' | 'chooseFolder' | 'discard'>
  },
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
  /** @returns why the file is still there; null if it is gone */
  const discard = async (path: string): Promise<Fault | null> => {
    const fault = { kind: 'not-deleted', name: basename(path), why: 'failed', detail: '' } as const
    if (everywhere.isInUse(path)) return { ...fault, why: 'in-use' }
    try {
      return (await desktop.discard(path)) ? null : fault
    } catch (thrown) {
      return { ...fault, why: desktop.asks ? 'no-trash' : 'failed', detail: (thrown as Error).message }
    }
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
      async 'captures.list'() {
        const all = await kept.list(everywhere.isRecorded, phones())
        return { ...all, folders: [...new Set([captures.folder.of('picture'), captures.folder.of('video')])] }
      },
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
        for (const id of new Set(ids)) {
          const { path } = kept.find(id) ?? {}
          if (path === undefined) continue
          const wasThere = await isThere(path)
          const fault = wasThere ? await discard(path) : null
          if (wasThere) activity.deleted(basename(path), fault)
          if (fault) faults.push(fault)
          else kept.forget([id])
        }
        const [first] = faults
        if (first) throw new FaultError(first)
      },
    },
    tells: {},
    state: () => ({}),
    eventsOfPhone: { captures: notOfPhone },
  }
}
