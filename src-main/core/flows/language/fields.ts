import { z } from 'zod'
import { FlowError } from './flow-error'
import { compilePattern } from './pattern'
import { readPoint } from './point'
import { plainText, readScript, readTemplate } from './read-template'

// Every scalar of a file arrives as a text. `meta` says what an editor sees there instead.
// A message that begins with 'must be' follows the name of its key; what is there is added to it.

/** Turns the FlowErrors of a reading into mistakes of the schema. */
const through =
  <Out>(reading: (text: string) => Out) =>
  (text: string, context: z.RefinementCtx): Out => {
    try {
      return reading(text)
    } catch (error) {
      if (!(error instanceof FlowError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  }

/** A template whose text is checked at once when it holds no expression. */
const checked = (check: (text: string) => unknown) => (source: string) => {
  const template = readTemplate(source)
  const known = plainText(template)
  if (known !== null) check(known)
  return template
}

const filled = (text: string) => {
  if (text.trim() === '') throw new FlowError('must be a text')
}

const scalar = () => z.string().meta({ type: ['string', 'number', 'boolean'] })

/** A word of the file itself, without `${…}`. */
export const word = scalar().min(1).max(1000)
/** A text of at least one character, which may be a blank. */
export const typed = scalar().min(1).transform(through(readTemplate))
/** A text that may be empty. */
export const anyText = scalar().transform(through(readTemplate))
/** A text that is checked where it holds no expression. @param check throws a FlowError */
export const textThat = (check: (text: string) => unknown) => scalar().transform(through(checked(check)))
export const text = textThat(filled)
export const pattern = textThat(compilePattern)
export const point = z.string().transform(through(checked(readPoint)))
export const script = z.string().transform(through(readScript))

const countOrExpression = (most: number, needed: string) => (source: string) => {
  if (source.includes('${')) return readTemplate(source)
  if (!/^\d{1,9}$/.test(source.trim()) || Number(source) > most) throw new FlowError(needed)
  return Number(source)
}
/** A whole number, or an expression that gives one. */
export const count = (most: number) => {
  const needed = `must be a whole number from 0 to ${most}`
  return z
    .string(needed)
    .meta({ type: ['integer', 'string'], minimum: 0, maximum: most })
    .transform(through(countOrExpression(most, needed)))
}

/** A whole number that is known when the file is read. */
export const wholeNumber = (least: number, most: number) => {
  const needed = `must be a whole number from ${least} to ${most}`
  return z
    .string(needed)
    .meta({ type: 'integer', minimum: least, maximum: most })
    .transform(
      through((source) => {
        const value = /^[+-]?\d{1,9}$/.test(source.trim()) ? Number(source) : NaN
        if (value >= least && value <= most) return value
        throw new FlowError(needed)
      }),
    )
}

/** Where a value is kept that the flow uses later: `email` for `${output.email}`. */
export const output = z
  .string()
  .regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/, 'must be a name, as in email for ${output.email}')

/** A number that is known when the file is read. */
export const number = (least: number, most: number) => {
  const needed = `must be a number from ${least} to ${most}`
  return z
    .string(needed)
    .meta({ type: 'number', minimum: least, maximum: most })
    .transform(
      through((source) => {
        const value = /^\d{1,9}(?:\.\d{1,6})?$/.test(source.trim()) ? Number(source) : NaN
        if (value >= least && value <= most) return value
        throw new FlowError(needed)
      }),
    )
}

const longestMs = 3_600_000
export const milliseconds = number(0, longestMs)
export const timeout = count(longestMs)

export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .meta({ type: 'boolean', enum: [true, false] })
  .transform((value) => value === 'true')

/** An option of Maestro's that can't work here, but may say so. */
export const off = z.literal('false').meta({ type: 'boolean', const: false }).optional()

/** One of some words, whatever the case of their letters. */
export const oneOf = <const Word extends string>(...words: readonly Word[]) => {
  const needed = `must be ${words.length > 1 ? 'one of ' : ''}${words.join(', ')}`
  return z
    .string(needed)
    .meta({
      enum: words.flatMap((each) => (each === each.toUpperCase() ? [each] : [each, each.toUpperCase()])),
    })
    .transform((value, context): Word => {
      const known = words.find((each) => each.toLowerCase() === value.toLowerCase())
      if (known !== undefined) return known
      context.addIssue({ code: 'custom', message: needed })
      return z.NEVER
    })
}

/** One or several. */
export const list = <Item extends z.ZodType>(item: Item) => {
  const several = z.array(item).max(1000)
  return z
    .union([item, several])
    .transform((value) => (Array.isArray(value) ? value : [value]) as z.output<typeof several>)
}

/** Commands: `readSteps` reads each with its own schema. */
export const commands = z
  .array(z.unknown())
  .min(1, 'must be a list of commands')
  .meta({ items: { $ref: '#/$defs/command' } })

export const env = z.record(z.string().regex(/^[A-Za-z_]\w*$/, 'a name has letters, digits and _'), anyText)
