import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const docs = join(import.meta.dirname, '..', '..', 'docs')

it('docs/guide.md has at most 1,200 words, and pictures of at most 120 kB', async () => {
  const text = await readFile(join(docs, 'guide.md'), 'utf8')
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1200)
  const pictures = [...text.matchAll(/!\[.+\]\((.+)\)/g)].map(([, path = '']) => path)
  const sizes = await Promise.all(pictures.map(async (path) => (await stat(join(docs, path))).size))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(120_000)
})
