import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { appId } from '../../src-main/shell-electron/app-id'
import { languages } from '../../src-shared/features/preferences-state'

type Configuration = {
  appId: string
  electronLanguages: string[]
  linux: { executableName: string }
  deb: { fpm: string[] }
  rpm: { fpm: string[] }
  appImage: { artifactName: string }
  nsis: { perMachine: boolean }
  mac: { hardenedRuntime: boolean; notarize?: boolean; entitlements: string; entitlementsInherit: string }
}
const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const made = parse(read('electron-builder.yml')) as Configuration

describe('The installers of Linux', () => {
  it('bring what Electron is linked to, under each system’s name for it', () => {
    expect(made.deb.fpm).toEqual(['--depends=libgbm1', '--depends=libasound2t64 | libasound2'])
    expect(made.rpm.fpm).toContain('--depends=(mesa-libgbm or libgbm1)')
    expect(made.rpm.fpm).toContain('--depends=(alsa-lib or libasound2)')
  })

  it('have an AppImage whose name has no version, so that an update keeps it', () => {
    expect(made.appImage.artifactName).toContain('${arch}')
    expect(made.appImage.artifactName).not.toContain('version')
  })
})

it('The desktop entry of Linux has the name by which desktops find the program', () => {
  const { desktopName } = JSON.parse(read('package.json')) as { desktopName: string }
  expect(desktopName).toBe(`${made.linux.executableName}.desktop`)
})

describe('The program of macOS', () => {
  it('can be notarised, and may compile code, and nothing else', () => {
    const { hardenedRuntime, notarize, entitlements, entitlementsInherit } = made.mac
    expect([hardenedRuntime, notarize]).toEqual([true, undefined])
    for (const file of [entitlements, entitlementsInherit]) {
      const keys = [...read(file).matchAll(/<key>(.*?)<\/key>\s*<true\/>/g)].map(([, key]) => key)
      expect(keys).toEqual(['com.apple.security.cs.allow-jit'])
    }
  })
})

it('The installer of Windows needs no administrator, and has the id of notices', () => {
  expect(made.nsis.perMachine).toBe(false)
  expect(made.appId).toBe(appId)
})

it('The program has Chromium’s texts in each language of the window', () => {
  for (const language of languages)
    expect(made.electronLanguages.filter((one) => one.split('-')[0] === language)).toHaveLength(1)
})
