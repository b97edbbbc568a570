import { describe, expect, it } from 'vitest'
import { devicePatchSchema } from '../../src-shared/protocol/device-patch'

const problemsOf = (patch: unknown) => {
  const { error } = devicePatchSchema.safeParse(patch)
  return [...new Set(error?.issues.map(({ path }) => path.join('.')))]
}
const label = (name: string) => ({ name })
const many = (count: number) => Array.from({ length: count }, (_, index) => label(`l${index}`))

describe('an edit (spec 4.4)', () => {
  it.each([
    { custom_name: 'x' },
    { custom_name: ` ${'ü'.repeat(64)} ` },
    { custom_name: '😀'.repeat(64) },
    { custom_name: null },
    { notes: '' },
    { notes: null },
    { notes: '😀'.repeat(2000) },
    { labels: [] },
    { labels: [{ name: 'a', color: '#aB0123' }, label('A')] },
    { labels: many(20) },
  ])('may be %j', (patch) => {
    expect(problemsOf(patch)).toEqual([])
  })

  it.each([
    [{}, ''],
    [[], ''],
    [{ color: 1 }, ''],
    [{ custom_name: '' }, 'custom_name'],
    [{ custom_name: '  ' }, 'custom_name'],
    [{ custom_name: 'x'.repeat(65) }, 'custom_name'],
    // A family of three is five code points.
    [{ custom_name: '👨‍👩‍👦'.repeat(13) }, 'custom_name'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
    [{ notes: 'a\0b' }, 'notes'],
    [{ notes: '\ud83d' }, 'notes'],
    [{ labels: null }, 'labels'],
    [{ labels: many(21) }, 'labels'],
    [{ labels: [label('a'), label(' a')] }, 'labels'],
    [{ labels: [label('x'.repeat(51))] }, 'labels.0.name'],
    [{ labels: [{ name: 'a', color: '#12345' }] }, 'labels.0.color'],
    [{ labels: [{ name: 'a', size: 1 }] }, 'labels.0'],
    [{ labels: [{ name: `a${' '.repeat(70_000)}` }] }, ''],
  ])('may not be %j', (patch, path) => {
    expect(problemsOf(patch)).toEqual([path])
  })
})
