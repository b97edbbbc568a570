import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { devDependencies } from '../../package.json' with { type: 'json' }

interface Bill {
  bomFormat: string
  components: { name: string; version: string; purl: string }[]
}

it('the bill of materials names Electron and all that is bundled', () => {
  const script = join(import.meta.dirname, '../../src-main/shipped-packages.mjs')
  const { bomFormat, components } = JSON.parse(
    execFileSync(process.execPath, [script], { encoding: 'utf8' }),
  ) as Bill
  expect(bomFormat).toBe('CycloneDX')
  expect(components).toContainEqual(
    expect.objectContaining({ name: 'electron', version: devDependencies.electron }),
  )
  const names = components.map(({ name }) => name)
  for (const name of ['vue', 'pinia', 'reka-ui', 'papaparse', 'uplot', 'ws', 'zod', '@napi-rs/canvas'])
    expect(names).toContain(name)
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
})
