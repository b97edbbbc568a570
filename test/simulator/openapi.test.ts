import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAction } from '../../src-simulator/actions/action-schema'
import { openApiDocument } from '../../src-simulator/openapi/document'
import { Problem, validate } from '../../src-simulator/http/problem'
import openApi from '../../src-simulator/openapi.json'
import { patchBody } from '../../src-simulator/rest/device-patch'
import { takesBody } from './as-documented'

describe('openapi.json', () => {
  it('matches the code (npm run openapi writes it)', () => {
    expect(openApi).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
  })
  it('is an OpenAPI 3.1 document', async () => {
    expect(await new Validator().validate(structuredClone(openApi))).toMatchObject({ valid: true })
  })
})

/** Tells whether the service accepts a body. */
function taken(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(
    '',
    ' ',
    'messenger',
    'sys_notes',
    'home',
    'a_bot',
    '@a',
    '#12aB09',
    '#12',
    'https://a.example/',
    'a\0',
  ),
  fc
    .tuple(fc.constantFrom('x', '😀', ' x '), fc.constantFrom(1, 49, 50, 51, 63, 64, 65, 4096, 4097))
    .map(([piece, times]) => piece.repeat(times)),
)
const anything = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -2, max: 600 }),
    ),
  },
  { weight: 4, arbitrary: text },
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 9 }),
  fc.array(fc.record({ x: fc.integer({ min: -1 }), y: fc.integer() }), { maxLength: 4 }),
  fc.array(fc.record({ name: text, color: text }, { requiredKeys: ['name'] }), { maxLength: 3 }),
)

describe('openapi.json and the service accept the same bodies', () => {
  it('of actions', () => {
    const type = fc.constantFrom(
      ...[
        'tap',
        'double_tap',
        'swipe',
        'long_press',
        'drag',
        'scroll',
        'text',
        'key',
        'press',
        'open_url',
        'open_app',
      ],
      ...['clipboard_set', 'clipboard_get', 'airplane', 'device_ip', 'recalibrate', 'path', 'shake'],
    )
    const point = { x: fc.nat(900), y: fc.nat(900) }
    const line = { x1: fc.nat(900), y1: fc.nat(900), x2: fc.nat(900), y2: fc.nat(900) }
    const usual = fc.record(
      {
        ...point,
        ...line,
        dy: fc.integer(),
        text,
        key: text,
        name: text,
        modifiers: fc.array(text, { maxLength: 9 }),
        url: text,
        target: fc.constantFrom('messenger', 'sys_notes', 'sys_games'),
        username: text,
        on: fc.boolean(),
        gap_ms: fc.integer({ min: -1, max: 501 }),
        points: fc.array(fc.record(point), { maxLength: 4 }),
        duration_ms: fc.integer({ min: -1, max: 30_001 }),
      },
      { requiredKeys: [] },
    )
    const fieldsOf: Record<string, string[]> = {
      tap: ['x', 'y'],
      double_tap: ['x', 'y', 'gap_ms'],
      swipe: ['x1', 'y1', 'x2', 'y2', 'duration_ms'],
      drag: ['x1', 'y1', 'x2', 'y2', 'duration_ms'],
      scroll: ['x', 'y', 'dy'],
      text: ['text'],
      key: ['key'],
      press: ['name', 'modifiers', 'key'],
      open_url: ['url'],
      open_app: ['target', 'username'],
      clipboard_set: ['text'],
      airplane: ['on'],
      path: ['points', 'duration_ms'],
    }
    const body = fc
      .tuple(type, usual, fc.dictionary(fc.constantFrom('x', 'text', 'key', 'z'), anything, { maxKeys: 1 }))
      .map(([name, fields, odd]) => {
        const own = Object.entries(fields).filter(([field]) => fieldsOf[name]?.includes(field))
        return { type: name, ...Object.fromEntries(own), ...odd }
      })
    let accepted = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: body }, anything), (candidate) => {
        const takes = taken(() => readAction(candidate))
        accepted += takes ? 1 : 0
        expect(takesBody('POST', '/devices/{public_id}/actions', candidate)).toBe(takes)
      }),
      { numRuns: 2000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })
  it('of edits', () => {
    const labels = fc.uniqueArray(fc.record({ name: text, color: text }, { requiredKeys: ['name'] }), {
      maxLength: 3,
      selector: ({ name }) => name.trim(),
    })
    const body = fc.record(
      { custom_name: fc.oneof(text, fc.constant(null)), notes: fc.oneof(text, fc.constant(null)), labels },
      { requiredKeys: [] },
    )
    let accepted = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: body }, anything), (candidate) => {
        const takes = taken(() => validate(patchBody, candidate, 422))
        accepted += takes ? 1 : 0
        expect(takesBody('PATCH', '/devices/{public_id}', candidate)).toBe(takes)
      }),
      { numRuns: 1000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })
})
