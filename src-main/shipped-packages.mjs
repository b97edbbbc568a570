// `node src-main/shipped-packages.mjs`: prints what a shipped program consists of, as CycloneDX JSON.
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

/**
 * Collects the packages that are shipped, without Electron.
 * @returns {{ name: string, version: string, license: string, text: string }[]} `text` is the licence's, empty for none
 */
export function shippedPackages() {
  const found = new Map()
  const add = (name, from) => {
    const folder = packageFolder(name, from)
    if (!folder || found.has(folder)) return
    const own = readPackage(folder)
    const { version, license = 'unknown', dependencies = {}, optionalDependencies = {} } = own
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
    found.set(folder, { name: own.name, version, license, text })
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, folder)
  }
  for (const name of [...Object.keys(readPackage(root).dependencies), ...ofPage]) add(name, root)
  return [...found.values()]
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
  const components = [electron, ...shippedPackages()].map((each) => component(each))
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
  process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 2)}\n`)
