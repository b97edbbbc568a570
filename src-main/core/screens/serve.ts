import { firstWall, type PageId } from '../../../src-shared/bridge/page-id'
import { noTexts } from '../../../src-shared/features/screens-state'
import type { Feature, FeatureContext } from '../feature/feature'
import type { FramedPhone } from '../frames/live-frames'
import type { Pictures } from '../pictures/pictures'
import { Turns } from '../time/turns'
import { createScreenTexts, type ScreenTexts } from './screen-texts'

// A screen that never rests is looked at so often.
const lookEveryMs = 1000

interface Seen {
  framed(publicId: string): FramedPhone
}

/** What a page searches for. */
interface Search {
  texts: ScreenTexts
  asked: { text: string | null; publicIds: readonly string[] }
}

/** The search for a text on the screens: each page has its own. */
export function serveScreens(
  { clock, emit, fleetOrNull }: FeatureContext<Seen>,
  { pictures }: { pictures: Pictures },
): Feature<'screens'> {
  /** The search of each page that has one. */
  const searches = new Map<PageId, Search>()
  // A flow’s look waits for one reading at most, however many walls search.
  const turns = new Turns(1)
  const begin = (pageId: PageId): Search => {
    const texts = createScreenTexts({
      clock,
      everyMs: lookEveryMs,
      readText: (publicId, jpeg) => pictures.of(publicId).readText(jpeg),
      turns,
      onState: (state) => emit({ type: 'texts', to: pageId, texts: state }),
    })
    const begun: Search = { texts, asked: { text: null, publicIds: [] } }
    searches.set(pageId, begun)
    return begun
  }
  const search = ({ texts, asked: { text, publicIds } }: Search) => {
    const open = fleetOrNull()
    texts.search(text, open ? publicIds.map(open.framed) : [])
  }
  return {
    calls: {
      'texts.locate': async ({ publicId }, from = firstWall) => ({
        place: (await searches.get(from)?.texts.locate(publicId)) ?? null,
      }),
    },
    tells: {
      'texts.search'(what, from = firstWall) {
        const own = searches.get(from) ?? begin(from)
        own.asked = what
        search(own)
      },
    },
    state: (pageId = firstWall) => ({ texts: searches.get(pageId)?.texts.state ?? noTexts }),
    event(event) {
      // A page that searches on may ask before the fleet is open.
      if (event.type === 'devices') searches.forEach(search)
      if (event.type === 'opened')
        for (const { texts, asked } of searches.values()) texts.search(asked.text, [])
    },
    pageGone(pageId) {
      searches.get(pageId)?.texts.search(null, [])
      searches.delete(pageId)
    },
  }
}
