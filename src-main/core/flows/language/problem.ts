import type { Place } from './flow'

/** A mistake in a file, found when it is read. */
export interface Problem {
  readonly place: Place
  /** What is wrong, and what to use instead. */
  readonly message: string
}

/** Writes a mistake in one line, as editors and terminals read it: `file:line:column: message`. */
export const problemLine = ({ place: { file, line, column }, message }: Problem): string =>
  `${file}:${line}:${column}: ${message}`

const mostProblems = 100

class TooManyProblems extends Error {}

/**
 * Reads a file until it has a hundred mistakes: to judge 100 kB of them takes too long.
 * @returns null for a file with so many
 */
export function whileFew<Read>(
  tell: (problem: Problem) => void,
  read: (report: (problem: Problem) => void) => Read,
): Read | null {
  let problems = 0
  try {
    return read((problem) => {
      tell(problem)
      problems += 1
      if (problems < mostProblems) return
      tell({ ...problem, message: 'more mistakes may follow' })
      throw new TooManyProblems()
    })
  } catch (error) {
    if (error instanceof TooManyProblems) return null
    throw error
  }
}

/** The word of `known` that `word` was probably meant to be; null when none is near. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const asked = word.toLowerCase()
  let best: string | null = null
  let least = Math.min(3, Math.ceil(word.length / 3)) + 1
  if (word.length > 40) return null
  for (const each of known) {
    const steps = distance(asked, each.toLowerCase())
    if (steps < least) [best, least] = [each, steps]
  }
  return best
}

/** How many letters must be added, removed or replaced to make one word from another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (let index = 1; index <= to.length; index++)
      next.push(
        Math.min(
          (next[index - 1] ?? 0) + 1,
          (row[index] ?? 0) + 1,
          (row[index - 1] ?? 0) + (to[index - 1] === letter ? 0 : 1),
        ),
      )
    row = next
  }
  return row[to.length] ?? 0
}
