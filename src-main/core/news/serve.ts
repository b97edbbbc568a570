import type { PageId } from '../../../src-shared/bridge/page-id'
import type { NewsTarget } from '../../../src-shared/features/news-state'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { NewsFile } from './kept-news'
import type { News } from './news'

export interface ServeNewsOptions {
  news: Pick<News, 'seen' | 'devices' | 'tile' | 'forget' | 'close'>
  newsFile: Pick<NewsFile, 'of'>
  /** Names the open fleet, as `fleetKey`. */
  fleetKey: () => string
  /** Shows in the window what news lead to. */
  showTarget: (target: NewsTarget, to?: PageId) => void
}

/** What a person should hear of, and has not seen yet. */
export function serveNews(
  { emit }: FeatureContext,
  { news, newsFile, fleetKey, showTarget }: ServeNewsOptions,
): Feature<'news'> {
  const now = () => newsFile.of(fleetKey())
  return {
    calls: {},
    tells: {
      'news.seen': ({ ids }) => news.seen(ids),
      'news.show': ({ target }, from) => showTarget(target, from),
    },
    state: () => ({ news: now() }),
    ofPhone: () => ({ news: [] }),
    eventsOfPhone: { news: notOfPhone, told: notOfPhone },
    event(event) {
      if (event.type === 'opened') {
        news.forget()
        emit({ type: 'news', news: now() })
      }
      if (event.type === 'devices') news.devices(event.devices)
      if (event.type === 'tile') news.tile(event.tile)
      else if (event.type === 'opened' || event.type === 'devices') event.tiles.forEach(news.tile)
    },
    close: () => news.close(),
  }
}
