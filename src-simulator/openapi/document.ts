import { z } from 'zod'
import type { ProblemCode } from '../http/problem'
import { Problem } from '../http/problem'
import { problem } from '../api/answers'
import { ENDPOINTS, OPERATIONS } from '../api/endpoints'
import type { Operation } from '../api/endpoints'
import { OPERATION_PAGES } from './operations'
import type { OperationPage } from './operations'

type Json = Record<string, unknown>

/** The problems of every call that needs a credential. */
const EVERY_CALL: ProblemCode[] = ['unauthorized', 'forbidden', 'rate_limited', 'internal']

const ABOUT = `The REST part of the remote phone service, as the simulator serves it. Coordinates are snapshot pixels.
What the service's specification does not show is as resources/vocabulary.json has it. Schemas of requests are those that
requests are validated with. The two WebSockets and the admin calls are not in here: see docs/simulator.md.`

/** Bounds that only say that an integer is one. */
function plainInteger({ jsonSchema }: { jsonSchema: { minimum?: unknown; maximum?: unknown } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Schemas as JSON; what has a name of its own stands once among the components. */
class SchemaBook {
  readonly components: Record<string, Json> = {}

  schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $defs = {}, ...json } = z.toJSONSchema(schema, { io, override: plainInteger })
    for (const [name, definition] of Object.entries($defs)) this.components[name] = referring(definition)
    return referring(json)
  }
}

const COMPONENTS = '#/components/schemas/'

function referring(json: object): Json {
  const text = JSON.stringify(json, (key, value: unknown) => (key === '$schema' ? undefined : value))
  return JSON.parse(text.replaceAll('#/$defs/', COMPONENTS)) as Json
}

const whole = (minimum: number) => ({ type: 'integer', minimum })

/** What a 429 carries (spec section 7, rule 3). */
const rateHeaders = {
  'Retry-After': { required: true, schema: whole(1), description: 'Seconds until it may work again' },
  'X-RateLimit-Remaining': { required: true, schema: whole(0), description: 'What is left in the layer' },
  'X-RateLimit-Limit-Layer': { required: true, schema: { type: 'string' }, description: 'What has tripped' },
}
const rateHeaderRefs = Object.fromEntries(
  Object.keys(rateHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

const refusedUserAgent = { 'text/plain': { schema: { type: 'string', const: 'error code: 1010' } } }

function problemsOf(operation: Operation): Record<string, Json> {
  const codes = [...EVERY_CALL, ...OPERATION_PAGES[operation].problems]
  const byStatus: Record<string, ProblemCode[]> = {}
  for (const code of codes) {
    const bodyStatus = code === 'invalid_action' && operation === 'updateDevice' ? 422 : undefined
    const status = bodyStatus ?? new Problem(code, '').status
    byStatus[status] = [...(byStatus[status] ?? []), code]
  }
  const responses = Object.entries(byStatus).map(([status, each]): [string, Json] => {
    const schema = { $ref: `${COMPONENTS}Problem`, properties: { code: { enum: each } } }
    return [
      status,
      {
        description: each.join(', '),
        ...(status === '429' && { headers: rateHeaderRefs }),
        content: { 'application/problem+json': { schema }, ...(status === '403' && refusedUserAgent) },
      },
    ]
  })
  return Object.fromEntries(responses)
}

function contentOf(content: OperationPage['answer'], io: 'input' | 'output', book: SchemaBook): Json {
  if ('binary' in content) return { [content.binary]: { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: book.schemaOf(content.json, io) } }
}

function parametersOf(operation: Operation): Json[] {
  const inPath = [...ENDPOINTS[operation].path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path' }))
  const query = Object.entries(OPERATION_PAGES[operation].query ?? {})
  const inQuery = query.map(([name, description]) => ({ name, in: 'query', description }))
  return [...inPath, ...inQuery].map((where) => ({ ...where, required: true, schema: { type: 'string' } }))
}

function operationOf(operation: Operation, book: SchemaBook): Json {
  const { scope } = ENDPOINTS[operation]
  const { summary, section, body, status, answer, deprecated } = OPERATION_PAGES[operation]
  const parameters = parametersOf(operation)
  const credential = scope === null ? 'the upload ticket' : `scope ${scope}`
  return {
    operationId: operation,
    summary,
    description: `Section ${section} of the specification; needs ${credential}.`,
    ...(deprecated && { deprecated }),
    security: [scope === null ? { ticket: [] } : { key: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body, 'input', book) } }),
    responses: {
      [status]: { description: summary, content: contentOf(answer, 'output', book) },
      ...problemsOf(operation),
    },
  }
}

/** The REST part as an OpenAPI 3.1 document, made of the schemas that requests are validated with. */
export function openApiDocument(): Json {
  const book = new SchemaBook()
  book.schemaOf(problem, 'output')
  const paths: Record<string, Json> = {}
  for (const operation of OPERATIONS) {
    const { method, path } = ENDPOINTS[operation]
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(operation, book) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Remote phone fleet device API',
      version: 'v1',
      description: ABOUT.replaceAll('\n', ' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1/v1' } } }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(book.components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      headers: rateHeaders,
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'The API key' },
        ticket: { type: 'http', scheme: 'bearer', description: 'The upload ticket' },
      },
    },
  }
}
