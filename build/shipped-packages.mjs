// `node build/shipped-packages.mjs`: prints what a shipped program consists of, as CycloneDX JSON; `--notices`: its licences.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

// What the page's bundle and its data are made of; the main process bundles or ships all `dependencies`.
const ofPage = [
  'vue',
  'pinia',
  'reka-ui',
  '@vueuse/core',
  '@tanstack/vue-virtual',
  'lucide-vue-next',
  'papaparse',
  'uplot',
  '@fontsource-variable/inter',
]

// Licences hold shorter lines.
const divider = '='.repeat(80)

// Packages whose own word is about their code, not their data.
const licences = { '@tesseract.js-data/deu': 'Apache-2.0', '@tesseract.js-data/eng': 'Apache-2.0' }

/**
 * Collects the packages that are shipped, without Electron.
 * @returns {{ name: string, version: string, license: string, text: string, source: string, parts: object[] }[]}
 *   `text` is the licence's, `source` the address of the code, `parts` what a binary was built from (CycloneDX)
 * @throws Error when a licence's text is missing
 */
export function shippedPackages() {
  const found = new Map()
  const add = (name, from) => {
    const folder = packageFolder(name, from)
    if (!folder || found.has(folder)) return
    const own = readPackage(folder)
    const { version, dependencies = {}, optionalDependencies = {} } = own
    const license = licences[own.name] ?? own.license ?? 'unknown'
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    const text = (file ? readFileSync(join(folder, file), 'utf8') : textFor(own, license)).trim()
    if (text === '') throw new Error(`${own.name} comes without the text of its licence (${license}).`)
    found.set(folder, {
      name: own.name,
      version,
      license,
      text,
      source: sourceOf(own),
      parts: partsOf(folder),
    })
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, folder)
  }
  for (const name of [...Object.keys(readPackage(root).dependencies), ...ofPage]) add(name, root)
  return [...found.values()]
}

/** The text of a licence that a package names and does not hold. */
function textFor({ name, author }, license) {
  if (name.startsWith('@napi-rs/canvas-')) return licenceIn('node_modules/@napi-rs/canvas/LICENSE')
  if (license === 'Apache-2.0') return licenceIn('node_modules/tesseract.js-core/LICENSE')
  const holder = typeof author === 'string' ? author : author?.name
  return license === 'MIT' && holder
    ? `Copyright (c) ${holder.replace(/ *[<(].*/, '')}\n\n${licenceIn('resources/licences/mit.txt')}`
    : ''
}

const licenceIn = (path) => readFileSync(join(root, path), 'utf8')

const sourceOf = ({ repository }) =>
  (typeof repository === 'string' ? `https://github.com/${repository}` : (repository?.url ?? '')).replace(
    /^git\+/,
    '',
  )

function partsOf(folder) {
  const path = join(folder, 'sbom.cdx.json')
  return existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8')).components.filter(({ licenses }) => licenses)
    : []
}

/** Says what a binary was built from, and where the code of parts under the MPL is. */
function describePart({ name, version, licenses }) {
  const names = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(', ')
  const source = names.includes('MPL') ? `, source: https://crates.io/crates/${name}` : ''
  return `${name}${version ? ` ${version}` : ''} (${names}${source})`
}

/** The licences of all that is shipped, as `THIRD-PARTY-NOTICES.txt` has them. @throws Error as `shippedPackages` */
export function thirdPartyNotices() {
  const electron =
    'Electron and Chromium: see LICENSE.electron.txt and LICENSES.chromium.html beside the program.'
  const leptonica = `Name: Leptonica, in tesseract.js-core\nLicense: BSD-2-Clause\n\n${licenceIn('resources/licences/leptonica.txt').trim()}`
  const notices = shippedPackages().map(({ name, version, license, text, source, parts }) =>
    [
      `Name: ${name}`,
      `Version: ${version}`,
      `License: ${license}`,
      ...(license.includes('MPL') ? [`Source: ${source}`] : []),
      ...(parts.length > 0
        ? [
            `Built from: ${parts.map(describePart).join(', ')}.`,
            'LICENSES.chromium.html holds the texts of Skia and of its libraries.',
          ]
        : []),
      '',
      text,
    ].join('\n'),
  )
  return [electron, ...notices, leptonica].join(`\n\n${divider}\n\n`)
}

/** Finds a package as Node does: in the nearest `node_modules` upwards. */
function packageFolder(name, from) {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return from === root || dirname(from) === from ? null : packageFolder(name, dirname(from))
}

function billOfMaterials() {
  const { name, version, license, devDependencies } = readPackage(root)
  const electron = { name: 'electron', version: devDependencies.electron, license: 'MIT' }
  const component = (each, type = 'library') => ({
    type,
    name: each.name,
    version: each.version,
    purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
    licenses: [{ license: { name: each.license } }],
  })
  const packages = shippedPackages()
  const components = [
    ...[electron, ...packages].map((each) => component(each)),
    ...packages.flatMap(({ parts }) => parts).map((part) => ({ ...part, purl: part.purl ?? part.name })),
  ]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component({ name, version, license }, 'application') },
    // Two folders can hold the same version.
    components: [...new Map(components.map((each) => [each.purl, each])).values()],
  }
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(
    process.argv[2] === '--notices' ? thirdPartyNotices() : `${JSON.stringify(billOfMaterials(), null, 2)}\n`,
  )
