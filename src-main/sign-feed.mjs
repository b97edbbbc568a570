// `node src-main/sign-feed.mjs FILE...`: adds a signature to feeds of updates, with the key in FLEETWALL_UPDATE_PRIVATE_KEY
// (Ed25519, PEM). It covers the version and the hashes of the files, as `shell-electron/updates.ts` checks it.
import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const key = createPrivateKey(process.env.FLEETWALL_UPDATE_PRIVATE_KEY ?? '')

for (const path of process.argv.slice(2)) {
  const feed = readFileSync(path, 'utf8')
  const version = /^version: '?([^'\n]+)'?$/m.exec(feed)?.[1]
  const hashes = [...feed.matchAll(/^ {4}sha512: (\S+)$/gm)].map(([, hash]) => hash)
  if (!version || hashes.length === 0) throw new Error(`${path} is no feed`)
  const signature = sign(null, Buffer.from([version, ...hashes].join('\n')), key).toString('base64')
  writeFileSync(path, `${feed.trimEnd()}\nsignature: ${signature}\n`)
}
