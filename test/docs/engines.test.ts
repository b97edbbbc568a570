import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

interface Manifest {
  engines?: { node?: string }
  optional?: boolean
}

const fromUpdater = createRequire(createRequire(import.meta.url).resolve('electron-updater'))
const semver = fromUpdater('semver') as { satisfies(version: string, range: string): boolean }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Manifest>
}

// The oldest supported Node of each line; 20.19 only develops, and Electron itself asks for more.
test.each(['22.13.0', '24.0.0'])('every package accepts Node %s', (version) => {
  const refusing = Object.entries(packages)
    .filter(([, each]) => !each.optional && !semver.satisfies(version, each.engines?.node ?? '*'))
    .map(([name]) => name)
  expect(refusing).toEqual([])
})
