import { createHash, createPublicKey, verify } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import type { UpdateInfo } from 'electron-updater'
import type { UpdateFlaw } from '../../src-shared/protocol/fault'

const channel = 'latest'
const chunkBytes = 1024 * 1024

/** What the program that asks is, and which key it trusts. */
export interface FeedReader {
  /** The public key of the feed (Ed25519, PEM); with an empty one no feed is good. */
  publicKey: string
  platform: NodeJS.Platform
  arch: string
  /** Unix time, ms. */
  now: number
}

/** What `build/sign-feed.mjs` adds to a feed. */
interface Signed {
  signature?: unknown
  platform?: unknown
  channel?: unknown
  validUntil?: unknown
}

/** What is signed: everything in the feed but the signature, as JSON with sorted keys. */
export function signedText(feed: object): string {
  const unsigned = { signature: undefined, downloadedFile: undefined }
  return JSON.stringify({ ...feed, ...unsigned }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

/** Returns why a feed must not be followed; null when it may. */
export function flawOf(feed: UpdateInfo, { publicKey, platform, arch, now }: FeedReader): UpdateFlaw | null {
  if (!isSigned(feed, publicKey)) return 'unsigned'
  const signed = feed as Signed
  // On macOS the updater chooses by the computer's processor, which is not always the program's.
  const fits = feed.files.some((file) => platform === 'darwin' || archOf(file) === arch)
  if (signed.platform !== platform || signed.channel !== channel || !fits) return 'other-system'
  return Date.parse(String(signed.validUntil)) > now ? null : 'stale'
}

/** Whether a downloaded file has one of the hashes of its feed for this processor. It reads the file at once. */
export function isOfFeed(path: string, feed: UpdateInfo, { platform, arch }: FeedReader): boolean {
  try {
    const hash = hashOf(path)
    return feed.files.some((file) => file.sha512 === hash && (platform === 'darwin' || archOf(file) === arch))
  } catch {
    return false
  }
}

const archOf = (file: object) => (file as { arch?: unknown }).arch

function isSigned(feed: object, publicKey: string): boolean {
  const { signature } = feed as Signed
  if (typeof signature !== 'string') return false
  try {
    const [text, key] = [Buffer.from(signedText(feed)), createPublicKey(publicKey)]
    return key.asymmetricKeyType === 'ed25519' && verify(null, text, key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

function hashOf(path: string): string {
  const hash = createHash('sha512')
  const file = openSync(path, 'r')
  try {
    const chunk = Buffer.alloc(chunkBytes)
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk))
      hash.update(chunk.subarray(0, bytes))
  } finally {
    closeSync(file)
  }
  return hash.digest('base64')
}
