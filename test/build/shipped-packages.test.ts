import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { devDependencies } from '../../package.json' with { type: 'json' }

const script = join(import.meta.dirname, '../../build/shipped-packages.mjs')

interface Bill {
  bomFormat: string
  components: { name: string; version: string; purl: string }[]
}

it('the bill of materials names Electron and all that is bundled', () => {
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

it('every shipped package comes with the text of its licence', () => {
  const notices = execFileSync(process.execPath, [script, '--notices'], { encoding: 'utf8' })
  expect(
    notices
      .split(`\n\n${'='.repeat(80)}\n\n`)
      .slice(1)
      .filter((notice) => notice.length < 500),
  ).toEqual([])
  for (const part of ['libjpeg-turbo', 'libpng', 'freetype', 'icu', 'Leptonica'])
    expect(notices, part).toContain(part)
  expect(notices).toContain('https://github.com/Vanilagy/mediabunny.git')
  expect(notices).toMatch(/Name: @tesseract.js-data\/eng\n.*\nLicense: Apache-2.0\n/)
})
