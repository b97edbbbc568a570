import { longestLaunchText, type LaunchField } from '../protocol/launch-field'
import { faultMessages } from './fault-messages'
import { formatText } from './format-text'
import { spoken, type Spoken } from './spoken'

type Words = Spoken<typeof faultMessages.launchTakes>
const english: Words = spoken(faultMessages.launchTakes, (_, text, values = {}) =>
  formatText('en', text, values),
)

type Range = { min?: number | undefined; max?: number | undefined }

/** Says what a field of a launch takes, after a verb: `a whole number from 1 to 60`. */
export function takenBy(field: LaunchField, words = english): string {
  const numbers = (what: string, { min, max }: Range) => {
    if (min !== undefined && max !== undefined) return words.between({ what, min: `${min}`, max: `${max}` })
    if (min !== undefined) return words.least({ what, min: `${min}` })
    return max === undefined ? what : words.most({ what, max: `${max}` })
  }
  switch (field.type) {
    case 'integer':
    case 'number':
      return numbers(words[field.type], field)
    case 'text':
      return words.text({ min: `${field.min ?? 1}`, max: `${field.max ?? longestLaunchText}` })
    case 'boolean':
      return words.boolean
    case 'choice':
      return words.choice({ choices: field.choices })
  }
}
