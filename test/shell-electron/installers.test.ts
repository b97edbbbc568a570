import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

type Installer = { fpm: string[] }
const { deb, rpm } = parse(readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8')) as {
  deb: Installer
  rpm: Installer
}

describe('The installers of Linux', () => {
  it('bring the libraries of sound and of graphics memory, under each name that a system has for them', () => {
    expect(deb.fpm).toEqual(['--depends=libgbm1', '--depends=libasound2t64 | libasound2'])
    expect(rpm.fpm).toContain('--depends=(mesa-libgbm or libgbm1)')
    expect(rpm.fpm).toContain('--depends=(alsa-lib or libasound2)')
  })
})
