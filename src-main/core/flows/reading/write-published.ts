import { readFileSync, writeFileSync } from 'node:fs'
import { withReference } from './flow-reference'
import { flowSchema } from './flow-schema'

// `npm run flow-schema`: the schema for editors, and the table of commands in the docs.
const root = new URL('../../../../', import.meta.url)
const page = new URL('docs/flows.md', root)
writeFileSync(new URL('resources/flows/flow.schema.json', root), `${JSON.stringify(flowSchema(), null, 2)}\n`)
writeFileSync(page, withReference(readFileSync(page, 'utf8')))
