import type { RecognizedLine, RecognizedWord } from '../../../src-main/core/pictures/looks'
import { createLooker, type Looker } from '../../../src-main/core/pictures/process/looker'
import { figureOf } from '../figure'
import type { Suite, SuiteContext } from '../suite'
import type { DrawnText } from './drawn-texts'
import { pageScreens } from './page-screens'
import { knownScreens, type KnownScreen } from './screens'

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const overlaps = (word: RecognizedWord, text: DrawnText) =>
  word.left < text.left + text.width + 4 &&
  word.left + word.width > text.left - 4 &&
  word.top < text.top + text.height + 4 &&
  word.top + word.height > text.top - 4

/** Counts the words of a screen, and those read at their place, letter by letter and in their case. */
function score(texts: readonly DrawnText[], words: readonly RecognizedWord[]) {
  const missed: string[] = []
  let all = 0
  for (const text of texts) {
    const read = words.filter((word) => overlaps(word, text)).flatMap((word) => wordsIn(word.text))
    for (const word of wordsIn(text.text)) {
      all++
      const index = read.indexOf(word)
      if (index < 0) missed.push(word)
      else read.splice(index, 1)
    }
  }
  return { all, missed }
}

/** Reads a screen. @returns its words, and the CPU time of this process; ms */
async function readOne(looker: Looker, { jpeg }: KnownScreen) {
  const before = process.cpuUsage()
  const lines = (await looker({ kind: 'read', picture: jpeg })) as readonly RecognizedLine[]
  const { user, system } = process.cpuUsage(before)
  return { words: lines.flatMap((line) => line.words), ms: (user + system) / 1000 }
}

/** Reads screens, each for the first time. @returns the times, and how many of the words were read */
async function readAll(warmUp: KnownScreen | undefined, screens: KnownScreen[], note: SuiteContext['note']) {
  const looker = await createLooker('reading')
  const times: number[] = []
  const shares: number[] = []
  let [all, good] = [0, 0]
  // The first reading allocates.
  if (warmUp) await looker({ kind: 'read', picture: warmUp.jpeg })
  for (const screen of screens) {
    const { words, ms } = await readOne(looker, screen)
    const found = score(screen.texts, words)
    if (found.missed.length > 0) note(`${screen.name}: missed ${found.missed.join(' ')}`)
    times.push(ms)
    shares.push(100 * (1 - found.missed.length / Math.max(1, found.all)))
    all += found.all
    good += found.all - found.missed.length
  }
  return { times, shares, percent: Number(((100 * good) / all).toPrecision(4)) }
}

/** Text recognition on the simulator's own screens, and on screenshots of pages and terminals. */
export const readingSuite: Suite = {
  ids: [
    'captures.read-text',
    'captures.read-text-accuracy',
    'captures.read-pages',
    'captures.read-pages-accuracy',
  ],
  async run({ effort, note }) {
    const isShort = effort.repetitions === 1
    const [warmUp, ...screens] = knownScreens(isShort ? [3] : [3, 11, 29])
    const figures = async (id: string, toRead: KnownScreen[]) => {
      const { times, shares, percent } = await readAll(warmUp, toRead, note)
      return [figureOf(id, 'ms', times), { ...figureOf(`${id}-accuracy`, '%', shares), ours: percent }]
    }
    const own = await figures('captures.read-text', screens)
    const pages = await pageScreens()
    if (pages.length === 0) note('captures.read-pages needs Chromium')
    return [...own, ...(pages.length === 0 ? [] : await figures('captures.read-pages', pages))]
  },
}
