// `node src-main/sign-feed.mjs FILE...`: signs feeds of updates, with the key in FLEETWALL_UPDATE_PRIVATE_KEY (Ed25519, PEM).
// The signature covers the version and the hashes of the files, as `shell-electron/updates.ts` checks it.
import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

function readKey() {
  try {
    const key = createPrivateKey(process.env.FLEETWALL_UPDATE_PRIVATE_KEY ?? '')
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // OpenSSL's words name neither the variable nor what is wrong.
  }
  throw new Error('FLEETWALL_UPDATE_PRIVATE_KEY must hold a private key (Ed25519, PEM).')
}

function signFeed(path, key) {
  const feed = readFileSync(path, 'utf8').replace(/^signature: .*\n?/gm, '')
  const version = /^version: '?([^'\n]+)'?$/m.exec(feed)?.[1]
  const hashes = [...feed.matchAll(/^ {4}sha512: (\S+)$/gm)].map(([, hash]) => hash)
  if (!version || hashes.length === 0) throw new Error(`${path} is no feed.`)
  const signature = sign(null, Buffer.from([version, ...hashes].join('\n')), key).toString('base64')
  writeFileSync(path, `${feed.trimEnd()}\nsignature: ${signature}\n`)
}

const paths = process.argv.slice(2)
try {
  if (paths.length === 0) throw new Error('name the feeds to sign.')
  const key = readKey()
  for (const path of paths) signFeed(path, key)
} catch (error) {
  process.stderr.write(`sign-feed: ${error.message}\n`)
  process.exitCode = 1
}
