import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../src-renderer')
const physical = [
  /(?<![\w-])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-)?(?:left|right)(?:-\w+)?\s*:/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)/,
]
const sides = /(?<![\w-])(?:margin|padding|inset|border-width)\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*;/

/** Declarations that name a side of the page, where a page whose lines run from right to left has the other. */
function physicalIn(css: string): string[] {
  const declarations = css.split(/[{}]|(?<=;)/).map((part) => part.trim())
  return declarations.filter((declaration) => {
    const [, , right, , left] = sides.exec(declaration) ?? []
    return physical.some((pattern) => pattern.test(declaration)) || right !== left
  })
}

describe('the styles', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(vue|css)$/.test(name),
  )

  it.each(files)('of %s say start and end, not left and right', (file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const css = file.endsWith('.css')
      ? source
      : [...source.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style ?? '').join('\n')
    expect(physicalIn(css.replace(/\/\*.*?\*\//gs, ''))).toEqual([])
  })

  it('would be seen to', () => {
    expect(physicalIn('a { margin-left: 1px; color: red } b { left: 0; text-align: right; }')).toHaveLength(3)
    expect(physicalIn('a { padding: 1px 2px 3px 4px; } b { margin: 1px 2px 3px 2px; }')).toHaveLength(1)
  })
})
