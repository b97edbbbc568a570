#!/usr/bin/env node
// The command `fleetwall` of this package: the core at a terminal, from the build or from the source.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [command, ...rest] = process.argv.slice(2)
const built = join(import.meta.dirname, '..', 'out', 'main', 'cli.js')

async function load() {
  if (existsSync(built)) return import(pathToFileURL(built).href)
  const { register } = await import('tsx/esm/api')
  register()
  return import('./shell-cli/main.ts')
}

if (command === 'app') {
  process.argv.splice(2, process.argv.length, ...rest)
  await import('../build/launch.mjs')
} else {
  const { main } = await load()
  // What was printed is written by now; a keychain or a socket may keep the process.
  process.exit(await main(process.argv.slice(2)))
}
