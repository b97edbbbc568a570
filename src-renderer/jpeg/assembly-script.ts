import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const query = '?assembly'
// A failed check of the language's own is a trap, so that the module imports nothing.
const options = '-O3 --noAssert --runtime stub --use abort= --enable simd --enable bulk-memory'.split(' ')
const compilerPackage = createRequire(import.meta.url).resolve('assemblyscript/package.json')
// To compile takes seconds, and many times that under tsx.
const cache = resolve(dirname(compilerPackage), '../.cache/assembly-script')

/**
 * Compiles AssemblyScript: `import wasm from './index.ts?assembly'` is the WebAssembly module's bytes in base64. An error in
 * one of its files, which stand beside each other, fails the build with the compiler's message.
 */
export function assemblyScript(): Plugin {
  return {
    name: 'assembly-script',
    load: {
      filter: { id: /\?assembly$/ },
      async handler(id) {
        const entry = id.slice(0, -query.length)
        const sources = await sourcesBeside(entry)
        for (const path of sources.keys()) this.addWatchFile(path)
        const base64 = await remembered(sources, () => compile(entry, sources))
        return { code: `export default '${base64}'`, moduleType: 'js', map: null }
      },
    },
  }
}

/** The texts of a folder's files, by their paths. */
async function sourcesBeside(entry: string): Promise<ReadonlyMap<string, string>> {
  const folder = dirname(entry)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted()
  const paths = names.map((name) => join(folder, name))
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

/** What was compiled of the same sources before, if anything was. */
async function remembered(
  sources: ReadonlyMap<string, string>,
  make: () => Promise<string>,
): Promise<string> {
  const compiler = await readFile(compilerPackage, 'utf8')
  const all = JSON.stringify([compiler, options, [...sources]])
  const file = join(cache, createHash('sha256').update(all).digest('hex'))
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known
  const base64 = await make()
  await mkdir(cache, { recursive: true })
  // Nobody may read half of it.
  const whole = `${file}-${randomUUID()}`
  await writeFile(whole, base64)
  await rename(whole, file)
  return base64
}

/** @throws Error with the compiler's message */
async function compile(entry: string, sources: ReadonlyMap<string, string>): Promise<string> {
  // Here, as it takes a third of a second that whoever compiles nothing is spared.
  const { main } = await import('assemblyscript/asc')
  let base64 = ''
  const { error, stderr } = await main([entry, '--outFile', 'out.wasm', ...options], {
    readFile: (name, folder) => sources.get(resolve(folder, name)) ?? null,
    writeFile: (_, bytes) => void (base64 = Buffer.from(bytes).toString('base64')),
  })
  if (error) throw new Error(stderr.toString())
  return base64
}
