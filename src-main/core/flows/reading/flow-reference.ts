import type { z } from 'zod'
import { commands } from '../commands/commands'
import { published } from './flow-schema'
import { visibleMap, targetMap } from '../language/selectors'

type Json = z.core.JSONSchema.JSONSchema

const begin = '<!-- The table is made by npm run flow-schema. -->'
const end = '<!-- End of the table. -->'

/** Puts the table of commands in its place in the text of docs/flows.md. */
export function withReference(page: string): string {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error('docs/flows.md has no place for the table')
  return `${before}${begin}\n\n${table()}\n\n${end}${after}`
}

/** Options of every command or of every selector: the page describes them once. */
const shared = new Set([...Object.keys(visibleMap.shape), ...Object.keys(targetMap.shape)])

function table(): string {
  const explained = new Set<string>()
  const rows = Object.entries(commands).map(([name, { schema, short }]) => {
    const whole = published(schema)
    const options = Object.entries(whole.properties ?? {}).flatMap(([key, option]) =>
      typeof option === 'object' && isShown(key, option, name)
        ? optionText(key, option, short, explained)
        : [],
    )
    return `| \`${name}\` | ${cell(whole.description ?? '')} | ${options.join('; ')} |`
  })
  return ['| command | what it does | options |', '| --- | --- | --- |', ...rows].join('\n')
}

function isShown(key: string, option: Json, command: string): boolean {
  const isOff = option.const === false
  const isOwn =
    (key === 'text' && ['inputText', 'setClipboard', 'setNotes'].includes(command)) ||
    (key === 'point' && command === 'scroll')
  return !isOff && (isOwn || !shared.has(key))
}

/** Explains an option where it first stands. @param explained what the rows above explain; grows */
function optionText(
  key: string,
  { description }: Json,
  short: string | null,
  explained: Set<string>,
): string {
  const name = key === short ? `**\`${key}\`**` : `\`${key}\``
  const text = description === undefined ? '' : ` (${cell(description.replace(/\.$/, ''))})`
  if (explained.has(key + text)) return name
  explained.add(key + text)
  return name + text
}

/** Code keeps its signs; a table's cell may hold no line. */
const cell = (text: string) => text.replaceAll(/\$\{[^}]*\}/g, (code) => `\`${code}\``).replaceAll('|', '\\|')
