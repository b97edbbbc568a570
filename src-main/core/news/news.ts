import type { ActivityEntry } from '../../../src-shared/features/activity'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { News as OneOf } from '../../../src-shared/features/news-state'
import type { DevicesState } from '../../../src-shared/features/phones'
import type { TileState } from '../../../src-shared/features/tile-state'
import { createGonePhones } from '../feature/gone-phones'
import { createGather } from '../time/gather'
import type { Clock } from '../time/clock'
import type { NewsFile } from './kept-news'
import { createLostPhones } from './lost-phones'
import { createNewsOfActivity } from './news-of-activity'

/** The desktop shows news within this time as one notice. */
export const toldWithinMs = 2000
/** News within this time are listed together. */
const shownWithinMs = 250

export interface NewsOptions {
  clock: Pick<Clock, 'after' | 'monotonic'>
  file: NewsFile
  /** Names the open fleet, as `fleetKey`. */
  fleetKey: () => string
  phoneName: (publicId: string) => string
  emit: (event: AppEvent) => void
}

/** The news of one window: lists them, and tells the desktop. */
export interface News {
  add(news: OneOf): void
  /** Hears what is noted in the activity log. */
  entry(entry: ActivityEntry): void
  /** Sees how a phone is. */
  tile(tile: TileState): void
  /** Another fleet is open. */
  forget(): void
  seen(ids: readonly string[] | null): void
  /** Sees which phones the account has: what is about others is forgotten. */
  devices(devices: DevicesState): void
  close(): void
}

export function createNews({ clock, file, fleetKey, phoneName, emit }: NewsOptions): News {
  let waiting: OneOf[] = []
  const gather = createGather(clock, toldWithinMs, () => {
    const [first, ...others] = waiting.splice(0)
    if (first) emit({ type: 'told', news: [first, ...others] })
  })
  const changed = () => emit({ type: 'news', news: file.of(fleetKey()) })
  // The whole list is sent: not for each of many phones that are lost at once.
  const show = createGather(clock, shownWithinMs, changed)

  const add = (news: OneOf) => {
    const isTold = news.isKept && file.add(fleetKey(), news)
    if (news.isKept) show.soon()
    if (isTold) return
    waiting.push(news)
    gather.soon()
  }
  const ofActivity = createNewsOfActivity(add)
  const lost = createLostPhones(clock, (publicId) =>
    add({
      group: 'phones',
      title: phoneName(publicId),
      body: { text: 'phoneLost' },
      target: { kind: 'phone', publicId },
      isKept: true,
    }),
  )
  const gonePhones = createGonePhones(clock)
  const forget = () => {
    ofActivity.forget()
    lost.forget()
    gonePhones.forget()
  }

  const seen = (ids: readonly string[] | null) => {
    if (file.remove(fleetKey(), ids)) changed()
  }

  return {
    add,
    entry: ofActivity.entry,
    tile: lost.see,
    forget,
    seen,
    devices(devices) {
      const ofPhones = file
        .of(fleetKey())
        .flatMap(({ id, target }) => (target?.kind === 'phone' ? [[id, target.publicId] as const] : []))
      const gone = gonePhones.among(new Set(ofPhones.map(([, publicId]) => publicId)), devices)
      if (gone.length > 0) seen(ofPhones.flatMap(([id, publicId]) => (gone.includes(publicId) ? id : [])))
    },
    close() {
      forget()
      waiting = []
      gather.close()
      show.close()
    },
  }
}
