import { noTexts } from '../../../src-shared/bridge/texts-state'
import { aboutPhone, notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { Shown, ShownPhone } from '../frames/frame-sink'
import type { Pictures } from '../pictures/pictures'
import { createScreenTexts } from './screen-texts'
import { createScreenWatches } from './screen-watches'

interface Seen {
  toRecord(publicIds: readonly string[]): ShownPhone[]
}

/** The search for a text on the screens, and watches on them. @param live the frames of the live phones, none without a fleet */
export function serveScreens(
  { clock, emit, openFleet, planAgain }: FeatureContext<Seen>,
  pictures: Pictures,
  live: () => readonly { publicId: string; shown: Shown }[],
): Feature<'screens'> {
  const texts = createScreenTexts({
    clock,
    readText: (publicId, jpeg) => pictures.of(publicId).readText(jpeg),
    live,
    onPhones: planAgain,
    onState: (state) => emit({ type: 'texts', texts: state }),
  })
  const watches = createScreenWatches({
    clock,
    pictures,
    onPhones: planAgain,
    onState: (all) => emit({ type: 'watches', watches: all }),
    onSeen: (watch) => emit({ type: 'watched', watch }),
  })
  return {
    calls: {
      'texts.locate': async ({ publicId }) => ({ place: await texts.locate(publicId) }),
      'watches.start'({ publicIds, waitsFor }) {
        for (const phone of openFleet().toRecord(publicIds)) watches.start(phone, waitsFor)
      },
      'watches.stop': ({ publicIds }) => watches.stop(publicIds),
    },
    tells: { 'texts.search': ({ text, publicIds }) => texts.search(text, publicIds) },
    state: () => ({ texts: texts.state, watches: watches.all }),
    ofPhone: (publicId, state) => ({ texts: noTexts, watches: aboutPhone(publicId, state.watches) }),
    eventsOfPhone: {
      texts: notOfPhone,
      watches: (publicId, event) => ({ ...event, watches: aboutPhone(publicId, event.watches) }),
      watched: notOfPhone,
    },
    event(event) {
      const changed = event.type === 'tile' ? [event.tile] : event.type === 'devices' ? event.tiles : []
      for (const tile of changed) {
        watches.tile(tile)
        texts.tile(tile)
      }
      if (event.type !== 'opened') return
      texts.forget()
      const n = watches.forget()
      // After `opened`, which clears the notices of the last fleet.
      if (n > 0) queueMicrotask(() => emit({ type: 'unwatched', n }))
    },
    sink: {
      wants: (publicId) => texts.has(publicId) || watches.has(publicId),
      push(publicId, frame) {
        texts.frame(publicId, frame)
        watches.frame(publicId, frame)
      },
    },
    wallGone: () => texts.search(null, []),
  }
}
