import type { News } from '../../../src-shared/features/news-state'
import { noTexts, type Watch } from '../../../src-shared/features/screens-state'
import { aboutPhone, notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { FramedPhone } from '../frames/live-frames'
import type { Pictures } from '../pictures/pictures'
import { createScreenTexts } from './screen-texts'
import { createScreenWatches } from './screen-watches'

// A screen that never rests is looked at so often.
const lookEveryMs = 1000

interface Seen {
  framed(publicId: string): FramedPhone
}

function newsOfWatch({ publicId, phone, waitsFor }: Watch): News {
  const body = {
    text: { text: 'watchedText', values: waitsFor.kind === 'text' ? { text: waitsFor.text } : {} },
    still: { text: 'watchedStill' },
    change: { text: 'watchedChange' },
  } as const
  const target = { kind: 'phone', publicId } as const
  return { group: 'watches', title: phone, body: body[waitsFor.kind], target, isKept: true }
}

/** The search for a text on the screens, and watches on them. */
export function serveScreens(
  { clock, emit, notify, openFleet, fleetOrNull }: FeatureContext<Seen>,
  { pictures }: { pictures: Pictures },
): Feature<'screens'> {
  const texts = createScreenTexts({
    clock,
    everyMs: lookEveryMs,
    readText: (publicId, jpeg) => pictures.of(publicId).readText(jpeg),
    onState: (state) => emit({ type: 'texts', texts: state }),
  })
  const watches = createScreenWatches({
    clock,
    everyMs: lookEveryMs,
    pictures,
    onState: (all) => emit({ type: 'watches', watches: all }),
    onSeen(watch) {
      emit({ type: 'watched', watch })
      notify(newsOfWatch(watch))
    },
  })
  let asked: { text: string | null; publicIds: readonly string[] } = { text: null, publicIds: [] }
  const search = () => {
    const open = fleetOrNull()
    texts.search(asked.text, open ? asked.publicIds.map(open.framed) : [])
  }
  return {
    calls: {
      'texts.locate': async ({ publicId }) => ({ place: await texts.locate(publicId) }),
      'watches.start'({ publicIds, waitsFor }) {
        for (const phone of publicIds.map(openFleet().framed)) watches.start(phone, waitsFor)
      },
      'watches.stop': ({ publicIds }) => watches.stop(publicIds),
    },
    tells: {
      'texts.search'(what) {
        asked = what
        search()
      },
    },
    state: () => ({ texts: texts.state, watches: watches.all }),
    ofPhone: (publicId, state) => ({ texts: noTexts, watches: aboutPhone(publicId, state.watches) }),
    eventsOfPhone: {
      texts: notOfPhone,
      watches: (publicId, event) => ({ ...event, watches: aboutPhone(publicId, event.watches) }),
      watched: notOfPhone,
    },
    event(event) {
      // A page that searches on may ask before the fleet is open.
      if (event.type === 'devices') search()
      if (event.type !== 'opened') return
      texts.search(asked.text, [])
      const n = watches.forget()
      // After `opened`, which clears the notices of the last fleet.
      if (n > 0) queueMicrotask(() => emit({ type: 'unwatched', n }))
    },
    wallGone() {
      asked = { text: null, publicIds: [] }
      search()
    },
  }
}
