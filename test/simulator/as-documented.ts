import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import openApi from '../../src-simulator/openapi.json'
import type { Answer } from './answer'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)

interface Content {
  content: Partial<Record<string, { schema: object }>>
}
interface Operation {
  requestBody?: Content
  responses: Partial<Record<string, Content & { headers?: object }>>
}

const compiled = new Map<object, ValidateFunction>()

/** Compiles a schema together with the components that it refers to. */
function validatorOf(schema: object): ValidateFunction {
  const validator = compiled.get(schema) ?? ajv.compile({ ...schema, components: openApi.components })
  compiled.set(schema, validator)
  return validator
}

function check(value: unknown, what: string, schema: object): void {
  const validate = validatorOf(schema)
  if (validate(value)) return
  throw new Error(`${what} does not match the OpenAPI document: ${ajv.errorsText(validate.errors)}`)
}

/** Finds the OpenAPI path that matches an address. */
function templateOf(path: string): string | undefined {
  const segments = path.split('/')
  return Object.keys(openApi.paths).find((template) => {
    const parts = template.split('/')
    return (
      parts.length === segments.length &&
      parts.every((part, i) => part.startsWith('{') || part === segments[i])
    )
  })
}

function operationOf(method: string, template: string): Operation | undefined {
  const paths: Partial<Record<string, Partial<Record<string, Operation>>>> = openApi.paths
  return paths[template]?.[method.toLowerCase()]
}

/** Tells whether the OpenAPI document accepts a body for an endpoint. @param template such as `/devices/{public_id}` */
export function takesBody(method: string, template: string, body: unknown): boolean {
  const schema = operationOf(method, template)?.requestBody?.content['application/json']?.schema
  if (!schema) throw new Error(`the OpenAPI document has no body of ${method} ${template}`)
  return validatorOf(schema)(body)
}

/**
 * Checks an answer against the OpenAPI document: status, headers, type and body, and the JSON body of an accepted
 * request.
 * @throws Error with the first difference
 */
export function assertAsDocumented(
  method: string,
  path: string,
  sent: Buffer | string | undefined,
  answer: Answer,
): void {
  const template = templateOf(path)
  const operation = template === undefined ? undefined : operationOf(method, template)
  if (template === undefined || operation === undefined) {
    check(answer.json, 'a problem of no endpoint', openApi.components.schemas.Problem)
    return
  }
  const { detail } = (answer.json ?? {}) as { detail?: string }
  // Admin can plan any fault anywhere.
  if (detail?.startsWith('Planned by a test')) return
  const type = answer.headers['content-type'] ?? ''
  const what = `${answer.status} ${type} of ${method} ${template}`
  const response = operation.responses[answer.status]
  const content = response?.content[type]
  if (!content) throw new Error(`the OpenAPI document has no ${what}`)
  for (const header of Object.keys(response.headers ?? {})) {
    if (answer.headers[header.toLowerCase()] === undefined) throw new Error(`${what} lacks ${header}`)
  }
  check(answer.json ?? answer.bytes.toString(), what, content.schema)
  const takesJson = operation.requestBody?.content['application/json'] !== undefined
  if (answer.status < 300 && takesJson && !takesBody(method, template, JSON.parse(String(sent)))) {
    throw new Error(`${method} ${template} took a body that the OpenAPI document does not`)
  }
}
