import { z } from 'zod'
import type { Command } from '../commands/command'
import { commands } from '../commands/commands'
import { headerSchema } from './read-flow'
import { workspaceSchema } from '../language/workspace'

type Json = z.core.JSONSchema.JSONSchema

/** A schema as editors know it: of what is written, not of what is read from it. */
export function published(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(json).filter(([key]) => !['$schema', '~standard'].includes(key)))
}

/** What may stand after a command's name: its options, its short form, nothing. */
function argument({ schema, short, bare }: Command): Json {
  const whole = published(schema)
  const shortForm = short === null ? undefined : whole.properties?.[short]
  const forms = [whole, shortForm, bare ? ({ type: 'null' } as const) : undefined].filter(
    (form): form is Json => typeof form === 'object',
  )
  const { description } = whole
  return forms.length === 1 ? whole : { ...(description === undefined ? {} : { description }), anyOf: forms }
}

/** The JSON Schema of a flow's two parts; that of `config.yaml` is below `$defs/workspace`. */
export function flowSchema(): Json {
  const entries = Object.entries<Command>(commands)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A flow of Fleetwall',
    description: 'A header, --- and commands, or commands alone. docs/flows.md describes them.',
    anyOf: [{ $ref: '#/$defs/header' }, { $ref: '#/$defs/commands' }],
    $defs: {
      header: published(headerSchema),
      commands: { type: 'array', minItems: 1, items: { $ref: '#/$defs/command' } },
      command: {
        anyOf: [
          { type: 'string', enum: entries.filter(([, { bare }]) => bare).map(([name]) => name) },
          {
            type: 'object',
            minProperties: 1,
            maxProperties: 1,
            additionalProperties: false,
            properties: Object.fromEntries(entries.map(([name, each]) => [name, argument(each)])),
          },
        ],
      },
      workspace: published(workspaceSchema),
    },
  }
}
