import { beforeEach, describe, expect, it } from 'vitest'
import type { NewsGroup, News, NewsTarget } from '../../src-shared/features/news-state'
import { createNewsTeller, type ShownNotice } from '../../src-shared/features/tell-news'
import { desktopWords } from '../../src-renderer/text/current-language'

const about = (title: string, group: NewsGroup = 'jobs'): News => ({
  group,
  title,
  body: { text: 'jobReview' },
  target: { kind: 'phone', publicId: title },
  isKept: true,
})

describe('notices on the desktop', () => {
  let shown: ShownNotice[]
  let isAway: boolean
  let quiet: NewsGroup[]
  let opened: (NewsTarget | null)[]

  beforeEach(() => {
    shown = []
    isAway = true
    quiet = []
    opened = []
  })
  const teller = createNewsTeller({
    words: desktopWords,
    isAway: () => isAway,
    mayTell: (group) => !quiet.includes(group),
    show(notice) {
      shown.push(notice)
      return () => (shown = shown.filter((one) => one !== notice))
    },
  })
  const tell = (...news: News[]) => teller.tell(news, (target) => opened.push(target))
  const lines = () => shown.map(({ title, body }) => `${title}: ${body}`)

  it('are one a group, which counts until the person is back', () => {
    tell(about('Aster'), about('Begonia', 'phones'))
    expect(lines()).toEqual(['Aster: A job needs review.', 'Begonia: A job needs review.'])
    tell(about('Cosmos'), about('Dahlia'), about('Aster'), about('Erica'))
    expect(lines().at(-1)).toBe('5 jobs need you: Aster, Cosmos, Dahlia and 1 more')
    expect(shown).toHaveLength(2)
    teller.isBack()
    expect(shown).toEqual([])
    tell(about('Fern'))
    expect(lines()).toEqual(['Fern: A job needs review.'])
    teller.isBack()
  })

  it('lead to the phone, and for several to the list of what is new', () => {
    tell(about('Aster'))
    shown[0]?.onClick()
    tell(about('Begonia'), about('Cosmos'))
    shown.at(-1)?.onClick()
    expect(opened).toEqual([
      { kind: 'phone', publicId: 'Aster' },
      { kind: 'command', id: 'app.activity' },
    ])
  })

  it('come only while no window is in front, and of no silenced group', () => {
    isAway = false
    tell(about('Aster'))
    isAway = true
    quiet = ['jobs']
    tell(about('Begonia'), about('Cosmos', 'phones'))
    expect(lines()).toEqual(['Cosmos: A job needs review.'])
    teller.isBack()
  })
})
