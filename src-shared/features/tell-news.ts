import type { DesktopTexts } from '../bridge/desktop-texts'
import { sayNews, type News, type NewsGroup, type NewsTarget } from './news-state'

/** A notice on the desktop. */
export interface ShownNotice {
  title: string
  body: string
  /** Another notice of the same group replaces it. */
  group: NewsGroup
  onClick: () => void
}

export interface NewsTellerOptions {
  /** The desktop's texts; null while they are not known. */
  words: () => DesktopTexts | null
  /** Whether no window is in front. */
  isAway: () => boolean
  mayTell: (group: NewsGroup) => boolean
  /** Shows a notice in place of the last one of its group. @returns takes it away */
  show: (notice: ShownNotice) => () => void
}

/** Tells of news on the desktop: one notice a group, which counts until the person is back. */
export interface NewsTeller {
  /** @param open what a click on the notice does */
  tell(news: readonly News[], open: (target: NewsTarget | null) => void): void
  /** A window has come to the front: takes all notices away. */
  isBack(): void
}

/** What a notice for several leads to: the list of what is new. */
const listOfNews: NewsTarget = { kind: 'command', id: 'app.activity' }

export function createNewsTeller({ words, isAway, mayTell, show }: NewsTellerOptions): NewsTeller {
  const standing = new Map<NewsGroup, { news: [News, ...News[]]; takeAway: () => void }>()

  return {
    tell(news, open) {
      const now = words()
      if (!now || !isAway()) return
      for (const group of new Set(news.map((one) => one.group))) {
        const before = standing.get(group)
        const [first, ...others] = [...(before?.news ?? []), ...news.filter((one) => one.group === group)]
        if (!first || !mayTell(group)) continue
        before?.takeAway()
        const all: [News, ...News[]] = [first, ...others]
        const onClick = () => {
          standing.delete(group)
          open(others.length === 0 ? first.target : listOfNews)
        }
        standing.set(group, { news: all, takeAway: show({ group, ...sayNews(now, all), onClick }) })
      }
    },
    isBack() {
      for (const { takeAway } of standing.values()) takeAway()
      standing.clear()
    },
  }
}
