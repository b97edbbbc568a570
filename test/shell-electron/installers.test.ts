import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

type Configuration = {
  deb: { fpm: string[] }
  rpm: { fpm: string[] }
  appImage: { artifactName: string }
}
const file = join(import.meta.dirname, '../../electron-builder.yml')
const { deb, rpm, appImage } = parse(readFileSync(file, 'utf8')) as Configuration

describe('The installers of Linux', () => {
  it('bring what Electron is linked to, under each system’s name for it', () => {
    expect(deb.fpm).toEqual(['--depends=libgbm1', '--depends=libasound2t64 | libasound2'])
    expect(rpm.fpm).toContain('--depends=(mesa-libgbm or libgbm1)')
    expect(rpm.fpm).toContain('--depends=(alsa-lib or libasound2)')
  })

  it('have an AppImage whose name has no version, so that an update keeps it', () => {
    expect(appImage.artifactName).toContain('${arch}')
    expect(appImage.artifactName).not.toContain('version')
  })
})
