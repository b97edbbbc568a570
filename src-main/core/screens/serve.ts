import { isWall } from '../../../src-shared/bridge/page-id'
import { noTexts } from '../../../src-shared/features/screens-state'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { FramedPhone } from '../frames/live-frames'
import type { Pictures } from '../pictures/pictures'
import { createScreenTexts } from './screen-texts'

// A screen that never rests is looked at so often.
const lookEveryMs = 1000

interface Seen {
  framed(publicId: string): FramedPhone
}

/** The search for a text on the screens. */
export function serveScreens(
  { clock, emit, fleetOrNull }: FeatureContext<Seen>,
  { pictures }: { pictures: Pictures },
): Feature<'screens'> {
  const texts = createScreenTexts({
    clock,
    everyMs: lookEveryMs,
    readText: (publicId, jpeg) => pictures.of(publicId).readText(jpeg),
    onState: (state) => emit({ type: 'texts', texts: state }),
  })
  let asked: { text: string | null; publicIds: readonly string[] } = { text: null, publicIds: [] }
  const search = () => {
    const open = fleetOrNull()
    texts.search(asked.text, open ? asked.publicIds.map(open.framed) : [])
  }
  return {
    calls: {
      'texts.locate': async ({ publicId }) => ({ place: await texts.locate(publicId) }),
    },
    tells: {
      'texts.search'(what) {
        asked = what
        search()
      },
    },
    state: () => ({ texts: texts.state }),
    ofPhone: () => ({ texts: noTexts }),
    eventsOfPhone: { texts: notOfPhone },
    event(event) {
      // A page that searches on may ask before the fleet is open.
      if (event.type === 'devices') search()
      if (event.type === 'opened') texts.search(asked.text, [])
    },
    pageGone(pageId) {
      if (!isWall(pageId)) return
      asked = { text: null, publicIds: [] }
      search()
    },
  }
}
