import { z } from 'zod'
import { limits } from '../../../../src-shared/protocol/limits'
import { flawOf, nameFlawOf } from '../../../../src-shared/protocol/text-rules'
import { fill } from '../language/evaluate'
import { list, textThat } from '../language/fields'
import { FlowError } from '../language/flow-error'
import { common } from '../language/selectors'
import type { Names, Template } from '../language/template'
import { command } from './command'

/** Throws a FlowError for what the service would refuse (spec 4.4); `most` characters. */
const checked = (what: string, most: number, isOneLine: boolean) => (text: string) => {
  const flaw = isOneLine ? nameFlawOf(text.trim(), most) : flawOf(text, most)
  if (flaw === 'too-long') throw new FlowError(`${what} has ${most} characters at most`)
  if (flaw !== null) throw new FlowError(`${what} holds a character that can’t be sent`)
}
const named = checked('a name', limits.customNameChars, true)
const noted = checked('a note', limits.notesChars, false)
const labelled = (text: string) => {
  if (text.trim() === '') throw new FlowError('must be a text')
  checked('a label', limits.labelNameChars, true)(text)
}

/** Fills a text that could not be checked before. Throws a FlowError as `check`. */
function filled(template: Template, names: Names, check: (text: string) => void): string {
  const text = fill(template, names)
  check(text)
  return text
}

export const setName = command(
  'Gives the phone a name of its own; an empty one removes it.',
  { schema: z.strictObject({ name: textThat(named), ...common }), short: 'name' },
  {
    build: ({ name }) => ({ name }),
    run({ name }, { phone, names, stop }) {
      const text = filled(name, names, named).trim()
      return phone.edit({ customName: text === '' ? null : text }, stop)
    },
  },
)

export const setNotes = command(
  'Writes the phone’s notes; an empty text clears them.',
  { schema: z.strictObject({ text: textThat(noted), ...common }), short: 'text' },
  {
    build: ({ text }) => ({ text }),
    run({ text }, { phone, names, stop }) {
      const notes = filled(text, names, noted)
      return phone.edit({ notes: notes === '' ? null : notes }, stop)
    },
  },
)

const label = textThat(labelled)

export const setLabels = command(
  'Replaces the phone’s labels, or adds and removes some.',
  {
    schema: z
      .strictObject({
        replace: list(label).optional().describe('The phone has these and no other.'),
        add: list(label).optional(),
        remove: list(label).optional(),
        ...common,
      })
      .refine(
        ({ replace, add, remove }) => (replace === undefined) !== (add === undefined && remove === undefined),
        'either replace, or add and remove are needed',
      )
      .refine(
        ({ replace = [], add = [] }) => replace.length + add.length <= limits.labelsPerDevice,
        `a phone has ${limits.labelsPerDevice} labels at most`,
      ),
    short: 'replace',
  },
  {
    build: ({ replace, add = [], remove = [] }) => ({ replace: replace ?? null, add, remove }),
    run({ replace, add, remove }, { phone, names, stop }) {
      const filledAll = (labels: readonly Template[]) =>
        labels.map((each) => filled(each, names, labelled).trim())
      const wanted = replace && filledAll(replace)
      const removed = wanted ? phone.labels.filter((each) => !wanted.includes(each)) : filledAll(remove)
      return phone.edit({ addLabels: [...new Set(wanted ?? filledAll(add))], removeLabels: removed }, stop)
    },
  },
)
