import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { looksSecret } from '../../../../src-shared/features/flows-state'
import { actions, known, oneAction } from '../language/cost'
import { fillNumber } from '../language/evaluate'
import { count, output } from '../language/fields'
import { common } from '../language/selectors'
import { command } from './command'
import { cities, colors, countries, familyNames, givenNames } from './random-words'
import type { StepContext } from './step-context'
import { typeText } from './typing'

const mostSeeds = 1_000_000_000
const usualLength = 8
const mostLength = 1000
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Returns a whole number from 0 up to below `most`. */
type Draw = (most: number) => number

/** What of a random text its step says. */
const said = {
  output: output.optional().describe('Keeps it in ${output.…} by this name.'),
  seed: count(mostSeeds - 1)
    .optional()
    .describe('The same seed gives the same text; without one, the report says it.'),
  ...common,
}
type Said = z.output<z.ZodObject<typeof said>>

const saidOf = ({ output: name, seed }: Said) => ({ name: name ?? null, seed: seed ?? null })

async function typeRandom(
  { name, seed }: ReturnType<typeof saidOf>,
  context: StepContext,
  make: (draw: Draw) => string,
): Promise<void> {
  const { names, tell } = context
  const from = seed === null ? randomInt(mostSeeds) : Math.round(fillNumber(seed, names))
  const text = make(drawing(from))
  if (name !== null) names.output.set(name, text)
  // A secret is kept out of reports, and its seed would tell it.
  if (name === null || !looksSecret(name)) tell(`“${text}” (seed ${from})`)
  await typeText(text, context)
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
function drawing(seed: number): Draw {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}

const oneOf = (words: readonly string[], draw: Draw) => words[draw(words.length)] ?? ''
const repeated = (length: number, character: (at: number) => string) =>
  Array.from({ length }, (_, at) => character(at)).join('')

const ofWords = (about: string, make: (draw: Draw) => string) =>
  command(
    about,
    { schema: z.strictObject(said), short: null, bare: true },
    { build: saidOf, cost: oneAction, run: (step, context) => typeRandom(step, context, make) },
  )

const ofLength = (about: string, make: (draw: Draw, length: number) => string) =>
  command(
    about,
    {
      schema: z.strictObject({ length: count(mostLength).optional().describe('8 by default.'), ...said }),
      short: 'length',
      bare: true,
    },
    {
      build: ({ length, ...options }) => ({ ...saidOf(options), length: length ?? usualLength }),
      cost: ({ length }) => actions(Math.min(1, known(length, 1))),
      run({ length, ...step }, context) {
        const characters = Math.min(mostLength, Math.round(fillNumber(length, context.names)))
        return typeRandom(step, context, (draw) => make(draw, characters))
      },
    },
  )

// Mail to example.com reaches no person (RFC 2606).
export const inputRandomEmail = ofWords('Types a random email address, at example.com.', (draw) => {
  const [given, family] = [oneOf(givenNames, draw), oneOf(familyNames, draw)]
  return `${given}.${family}${1000 + draw(9000)}@example.com`.toLowerCase()
})

export const inputRandomPersonName = ofWords(
  'Types a random person’s name.',
  (draw) => `${oneOf(givenNames, draw)} ${oneOf(familyNames, draw)}`,
)

export const inputRandomNumber = ofLength('Types a random number of so many digits.', (draw, length) =>
  // A number does not begin with 0.
  repeated(length, (at) => String(at === 0 ? 1 + draw(9) : draw(10))),
)

export const inputRandomText = ofLength('Types so many random letters.', (draw, length) =>
  repeated(length, () => letters.charAt(draw(letters.length))),
)

export const inputRandomCityName = ofWords('Types a random city.', (draw) => oneOf(cities, draw))
export const inputRandomCountryName = ofWords('Types a random country.', (draw) => oneOf(countries, draw))
export const inputRandomColorName = ofWords('Types a random colour.', (draw) => oneOf(colors, draw))
