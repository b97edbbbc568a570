import type { Texts } from '../../../src-shared/texts/spoken'
import { flattened, language, translate } from '../current-language'
import { english } from '../english'

interface Known {
  /** Where the text stands in the catalogue. */
  path: string
  /** Matches a sentence that was made of it. */
  pattern: RegExp
  /** Its placeholders, in the order of the pattern's groups. */
  names: readonly string[]
}

// What else stands there is no sentence of ours, such as a text of the screen.
const numbers: ReadonlySet<string> = new Set(['n', 'percent', 'rate'])
const anyNumber = String.raw`(\d[\d.,]*)`

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function knownOf(path: string, form: string, end: string): Known {
  const parts = form.split(/\{(\w+)\}/)
  const isLast = (at: number) => at === parts.length - 2 && parts.at(-1) === ''
  const source = parts
    .map((part, at) => {
      if (at % 2 === 0) return escaped(part)
      return numbers.has(part) ? anyNumber : isLast(at) ? '(.+)' : '(.+?)'
    })
    .join('')
  return { path, names: parts.filter((_, at) => at % 2 === 1), pattern: new RegExp(`^${source}${end}`, 'is') }
}

/** Lists all forms of texts. */
function allKnown(texts: Texts, isMeant: RegExp, end: string): Known[] {
  return Object.entries(flattened(texts))
    .flatMap(([path, text]) => text.split(' | ').map((form) => ({ path, form })))
    .filter(({ form }) => isMeant.test(form))
    .map(({ path, form }) => knownOf(path, form, end))
}

const beginsWithValue = ({ pattern }: Known) => Number(pattern.source.startsWith('^('))

const { faults, flowReasons, flowWanted, flowSeen, jobNames } = english
const sentences = allKnown({ faults, flowReasons }, /\.(?: \{why\})?$|: \{why\}$/, '(?= |$)').toSorted(
  // A value could hold what others begin with, and a longer sentence begin with a shorter one.
  (a, b) => beginsWithValue(a) - beginsWithValue(b) || b.pattern.source.length - a.pattern.source.length,
)
const wanted = allKnown({ flowWanted }, /./, '$')
const seen = allKnown({ flowSeen }, /./, '$')
const job = allKnown({ jobNames: { kinds: jobNames.kinds } }, /./, '$')

/** What may stand in a placeholder, beside what is said as it is. */
const within: Readonly<Record<string, readonly Known[]>> = { what: wanted, seen, job, why: sentences }

function inWords(said: string, known: readonly Known[]): string {
  for (const { path, pattern, names } of known) {
    const found = pattern.exec(said)
    if (!found) continue
    const values = names.map((name, at) => {
      const value = found[at + 1] ?? ''
      return [name, name === 'n' ? Number(value.replaceAll(/\D/g, '')) : inWords(value, within[name] ?? [])]
    })
    const rest = said.slice(found[0].length).trim()
    const text = translate(path, Object.fromEntries(values))
    const begun = /^\p{Lu}/u.test(said) ? text.charAt(0).toUpperCase() + text.slice(1) : text
    return [begun, inWords(rest, known)].filter(Boolean).join(' ')
  }
  return said
}

const inLanguage = (known: readonly Known[]) => (said: string) =>
  language.value === 'en' ? said : inWords(said, known)

/** Says in the window's language why a flow did not pass. @param said in English; what is not known stays so */
export const describeReason = inLanguage(sentences)

/** Says what a step wanted. @param said as for `describeReason` */
export const describeWanted = inLanguage(wanted)

/** Says what a step saw. @param said as for `describeReason` */
export const describeSeen = inLanguage(seen)
