import { z } from 'zod'
import { count, flag, number, pattern, point, text } from './fields'
import type { Condition, FlowFolder, Selector, TextSelector, Visible } from './flow'
import { FlowError, inOption } from './flow-error'
import { fileOf } from './flow-files'
import type { Template } from './template'

/** How alike an image must be where the flow doesn't say. */
export const usualThreshold = 0.9

/** Every command knows these. */
export const common = {
  label: text.optional().describe('Shown instead of the command.'),
  optional: flag.optional().describe('A failure is noted, and the flow goes on.'),
}

const index = count(100).optional().describe('Which of several, from the top left. The first is 0.')
const visibleFields = {
  text: pattern.optional().describe('A regular expression for a whole line or word on the screen.'),
  image: text.optional().describe('A kept picture: a part of the screen that looks like it.'),
  threshold: number(0.5, 1).optional().describe('How alike the image must be. 0.9 by default.'),
  index,
}

const one = (...found: readonly unknown[]) => found.filter((each) => each !== undefined).length === 1

/** A text or an image; commands add options of their own. */
export const visibleMap = z
  .strictObject({ ...visibleFields, ...common })
  .refine(({ text: line, image }) => one(line, image), 'either text or image is needed')

/** The same, where a point can stand as well. */
export const targetMap = z
  .strictObject({
    ...visibleFields,
    point: point.optional().describe('A point: "50%,90%", or pixels of the snapshot.'),
    ...common,
  })
  .refine(
    ({ text: line, image, point: at }) => one(line, image, at),
    'one of text, image and point is needed, and only one',
  )

/** A text alone. */
export const textMap = z.strictObject({ text: visibleFields.text.unwrap(), index, ...common })

/** What is looked for inside another command: a text, or a map. */
export const visible = z.union([
  pattern.transform((found) => ({ text: found, image: undefined, threshold: undefined, index: undefined })),
  visibleMap,
])

export const condition = z
  .strictObject({
    visible: visible.optional().describe('On the screen.'),
    notVisible: visible.optional().describe('Not on the screen.'),
    true: text.optional().describe('An expression.'),
    ...common,
  })
  .refine(
    (given) => given.visible !== undefined || given.notVisible !== undefined || given.true !== undefined,
    'visible, notVisible or true is needed',
  )

interface VisibleOptions extends Pick<z.output<typeof visibleMap>, 'threshold' | 'index'> {
  readonly text?: Template | undefined
  readonly image?: Template | undefined
  readonly point?: Template | undefined
}

export const textOf = (line: Template, at: VisibleOptions['index']): TextSelector => ({
  kind: 'text',
  pattern: line,
  index: at ?? 0,
})

/** Reads what is looked for. Throws a FlowError for an image that is not there. */
export function visibleOf(options: VisibleOptions, around: FlowFolder): Visible {
  const { text: line, image, threshold, index: at } = options
  if (line !== undefined) return textOf(line, at)
  if (image === undefined) throw new FlowError('text or image is missing')
  const file = inOption('image', () => fileOf(around, image))
  return { kind: 'image', image: file, threshold: threshold ?? usualThreshold, index: at ?? 0 }
}

/** The same, where a point can stand as well. */
export const targetOf = (options: VisibleOptions, around: FlowFolder): Selector =>
  options.point === undefined ? visibleOf(options, around) : { kind: 'point', point: options.point }

/** What an option looks for; null when it is not given. */
export const visibleIn = <Option extends string>(
  option: Option,
  options: { readonly [Key in Option]?: VisibleOptions | undefined },
  around: FlowFolder,
): Visible | null => {
  const given = options[option]
  return given === undefined ? null : inOption(option, () => visibleOf(given, around))
}

/** The condition in an option; null when it is not given. */
export function conditionIn<Option extends string>(
  option: Option,
  options: { readonly [Key in Option]?: z.output<typeof condition> | undefined },
  around: FlowFolder,
): Condition | null {
  const given = options[option]
  if (given === undefined) return null
  return inOption(option, () => ({
    visible: visibleIn('visible', given, around),
    notVisible: visibleIn('notVisible', given, around),
    isTrue: given.true ?? null,
  }))
}
