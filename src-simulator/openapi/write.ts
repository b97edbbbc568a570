import { writeFileSync } from 'node:fs'
import { openApiDocument } from './document'

const file = new URL('../openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
