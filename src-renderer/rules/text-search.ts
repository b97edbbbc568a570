/** What a search asks for: a text on the screens (null for none), and words about the phones. */
export interface SplitSearch {
  text: string | null
  rest: string
}

const onScreens = /(?:^|\s)text:\s*(?:["“„«「]([^"”“»」]*)["”“»」]?|['‘‚]([^'’‘]*)['’‘]?|(\S*))/iu

/** Whether a search is one of screens, also while its text is empty. */
export const searchesScreens = (search: string): boolean => onScreens.test(search)

/** Splits `text:"No connection"` or `text:word` from a search. An empty text searches for nothing yet. */
export function splitSearch(search: string): SplitSearch {
  const match = onScreens.exec(search)
  if (!match) return { text: null, rest: search }
  const text = (match[1] ?? match[2] ?? match[3] ?? '').trim()
  const rest = `${search.slice(0, match.index)} ${search.slice(match.index + match[0].length)}`.trim()
  return { text: text === '' ? null : text.slice(0, 200), rest }
}

/** Returns the search for a text on the screens; with an empty text, its beginning. */
export function searchOfScreens(text: string): string {
  const wanted = text.trim()
  if (/^[^\s"'“„”‘‚’«»「」]*$/u.test(wanted)) return `text:${wanted}`
  const hasDouble = /["“„”«»「」]/u.test(wanted)
  if (hasDouble && !/['‘‚’]/u.test(wanted)) return `text:'${wanted}'`
  return `text:"${wanted.replaceAll(/["“„”«»「」]/gu, '')}"`
}
