// `node build/sign-feed.mjs FILE...`: signs feeds of updates, with the key in FLEETWALL_UPDATE_PRIVATE_KEY (Ed25519, PEM).
// Adds the system, the channel, each file's processor and the day after which the feed is stale (`--days N`, 180 if left out),
// and signs all that is in the feed, as `shell-electron/signed-feed.ts` checks it. Sign again before that day.
import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDocument, Scalar } from 'yaml'

const dayMs = 24 * 3_600_000
const names = /^latest(?:-(?<system>mac|linux)(?:-(?<arch>arm64))?)?\.yml$/

function readKey() {
  try {
    const key = createPrivateKey(process.env.FLEETWALL_UPDATE_PRIVATE_KEY ?? '')
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // OpenSSL's words name neither the variable nor what is wrong.
  }
  throw new Error('FLEETWALL_UPDATE_PRIVATE_KEY must hold a private key (Ed25519, PEM).')
}

/** The processor that a file's name tells; without one, that of the feed of a Linux. */
function archOf(url, { system, arch }) {
  if (/arm64|aarch64/.test(url)) return 'arm64'
  if (/x64|x86_64|amd64/.test(url)) return 'x64'
  if (system === 'linux') return arch ?? 'x64'
  throw new Error(`${url} names no processor.`)
}

const withSortedKeys = (_key, value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

function signFeed(path, key, days) {
  const feed = parseDocument(readFileSync(path, 'utf8'))
  const files = feed.get('files')?.items ?? []
  if (typeof feed.get('version') !== 'string' || files.length === 0) throw new Error(`${path} is no feed.`)
  const named = names.exec(basename(path))?.groups
  if (!named)
    throw new Error(
      `${path} must be called latest.yml, latest-mac.yml, latest-linux.yml or latest-linux-arm64.yml.`,
    )
  for (const file of files) {
    if (!file.get('sha512') || !file.get('size'))
      throw new Error(`${path}: ${file.get('url')} has no hash or no size.`)
    file.set('arch', archOf(String(file.get('url')), named))
  }
  feed.set('platform', { mac: 'darwin', linux: 'linux' }[named.system] ?? 'win32')
  feed.set('channel', 'latest')
  // Quoted: the updater's reader of YAML would make a date of it.
  const validUntil = new Scalar(new Date(Date.now() + days * dayMs).toISOString())
  validUntil.type = Scalar.QUOTE_SINGLE
  feed.set('validUntil', validUntil)
  feed.delete('signature')
  const text = JSON.stringify(feed.toJS(), withSortedKeys)
  feed.set('signature', sign(null, Buffer.from(text), key).toString('base64'))
  writeFileSync(path, feed.toString({ lineWidth: 0 }))
}

try {
  const { values, positionals: paths } = parseArgs({
    allowPositionals: true,
    options: { days: { type: 'string', default: '180' } },
  })
  const days = Number(values.days)
  if (!(days > 0 && days <= 3650)) throw new Error('--days takes a number of days, at most 3650.')
  if (paths.length === 0) throw new Error('name the feeds to sign.')
  const key = readKey()
  for (const path of paths) signFeed(path, key, days)
} catch (error) {
  process.stderr.write(`sign-feed: ${error.message}\n`)
  process.exitCode = 1
}
