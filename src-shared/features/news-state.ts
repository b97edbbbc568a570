import { formatDesktopText, type DesktopText, type DesktopTexts } from '../bridge/desktop-texts'
import { commaList } from '../texts/comma-list'

/** What news are about; a person can keep the desktop from telling of each. */
export const newsGroups = ['jobs', 'flows', 'phones', 'budgets', 'uploads', 'rules', 'schedules'] as const
export type NewsGroup = (typeof newsGroups)[number]

/** One of the desktop's texts with its values. */
export interface SaidText {
  text: DesktopText
  values?: Readonly<Record<string, string | number>> | undefined
}
/** Words as they are, or texts, which stand beside each other. */
export type Said = string | SaidText | readonly SaidText[]

/** What news lead to: a phone, large; a run of flows; what a command opens. */
export type NewsTarget =
  | { kind: 'phone'; publicId: string }
  | { kind: 'run'; id: string }
  | { kind: 'command'; id: string }

/** Something that a person should hear of, whatever window is in front. */
export interface News {
  group: NewsGroup
  /** What it is about, such as a phone's name. */
  title: Said
  body: Said
  target: NewsTarget | null
  /** Whether it is listed as new until the person has seen it. */
  isKept: boolean
}

/** News that are listed until the person has seen them. */
export interface KeptNews extends News {
  id: string
  /** Ms since the epoch. */
  at: number
}

/** So many of a fleet's news are listed, the newest. */
export const mostNews = 200

const ofSeveral = {
  jobs: 'severalJobs',
  flows: 'severalRuns',
  phones: 'severalPhones',
  budgets: 'severalBudgets',
  uploads: 'severalUploads',
  rules: 'severalRules',
  schedules: 'severalSchedules',
} as const satisfies Record<NewsGroup, DesktopText>
const mostNamed = 3

/** Puts words into the language of the texts. */
export function inWords(words: DesktopTexts, said: Said): string {
  if (typeof said === 'string') return said
  const texts = [said].flat()
  return commaList(
    words.locale,
    texts.map(({ text, values }: SaidText) => formatDesktopText(words, text, values)),
  )
}

/** Says news of one group in a title and a line; of several, what the first are about. @param news at least one */
export function sayNews(
  words: DesktopTexts,
  news: readonly [News, ...News[]],
): { title: string; body: string } {
  const [first, ...others] = news
  if (others.length === 0) return { title: inWords(words, first.title), body: inWords(words, first.body) }
  const titles = [...new Set(news.map(({ title }) => inWords(words, title)))]
  const named = commaList(words.locale, titles.slice(0, mostNamed))
  const rest = titles.length - mostNamed
  return {
    title: formatDesktopText(words, ofSeveral[first.group], { n: news.length }),
    body: rest > 0 ? formatDesktopText(words, 'andMore', { named, n: rest }) : named,
  }
}
