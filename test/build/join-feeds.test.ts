import { generateKeyPairSync, verify } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { signedText } from '../../src-main/shell-electron/signed-feed'

type Feed = {
  version: string
  files: { url: string; sha512: string }[]
  releaseDate: string
  signature: string
}
const feedAt = (path: string) => parse(readFileSync(path, 'utf8')) as Feed
const script = (name: string) => join(import.meta.dirname, '../../build', name)
const feedOf = (arch: string, version = '1.2.3') =>
  [
    `version: ${version}`,
    'files:',
    `  - url: Fleetwall-1.2.3-win-${arch}.exe`,
    `    sha512: ${arch.padEnd(86, '0')}==`,
    '    size: 5',
    `path: Fleetwall-1.2.3-win-${arch}.exe`,
    `sha512: ${arch.padEnd(86, '0')}==`,
    "releaseDate: '2026-11-24T00:00:00.000Z'",
    '',
  ].join('\n')

describe('The feeds of one version', () => {
  const joint = (...feeds: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetwall-feeds-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const paths = feeds.map((feed, index) => {
      const path = join(folder, `${index}.yml`)
      writeFileSync(path, feed)
      return path
    })
    const path = join(folder, 'latest.yml')
    writeFileSync(
      path,
      execFileSync(process.execPath, [script('join-feeds.mjs'), ...paths], { stdio: 'pipe' }),
    )
    return path
  }

  it('become one that offers the installers of both processors', () => {
    const { files, releaseDate } = feedAt(joint(feedOf('x64'), feedOf('arm64')))
    expect(files.map(({ url }) => url)).toEqual([
      'Fleetwall-1.2.3-win-x64.exe',
      'Fleetwall-1.2.3-win-arm64.exe',
    ])
    expect(releaseDate).toBe('2026-11-24T00:00:00.000Z')
  })

  const sign = (path: string, key: string) =>
    execFileSync(process.execPath, [script('sign-feed.mjs'), path], {
      env: { FLEETWALL_UPDATE_PRIVATE_KEY: key },
      stdio: 'pipe',
    })

  it('are signed as the updater checks them, however often', () => {
    const path = joint(feedOf('x64'), feedOf('arm64'))
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    sign(path, key)
    sign(path, key)
    const feed = feedAt(path)
    expect(
      verify(null, Buffer.from(signedText(feed)), publicKey, Buffer.from(feed.signature, 'base64')),
    ).toBe(true)
  })

  it.each(['', 'no key'])('are not signed with “%s”, and the missing key is named', (key) => {
    const path = joint(feedOf('x64'))
    expect(() => sign(path, key)).toThrow(/sign-feed: FLEETWALL_UPDATE_PRIVATE_KEY must hold .*\n$/)
    expect(readFileSync(path, 'utf8')).not.toContain('signature')
  })

  it('are not joined when none is named', () => {
    expect(() => joint()).toThrow('name the feeds')
  })

  it('of different versions are refused', () => {
    expect(() => joint(feedOf('x64'), feedOf('arm64', '1.2.4'))).toThrow('different versions')
  })
})
