import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const query = '?assembly'
// `--use abort=` turns AssemblyScript's own checks into traps, so that the module imports nothing.
const options = '-O3 --noAssert --runtime stub --use abort= --enable simd --enable bulk-memory'.split(' ')
const compilerPackage = createRequire(import.meta.url).resolve('assemblyscript/package.json')
// Compiling takes seconds, and many times that under tsx.
const cache = resolve(dirname(compilerPackage), '../.cache/assembly-script')

/**
 * Compiles AssemblyScript in Vite: `import wasm from './index.ts?assembly'` yields the WebAssembly module in base64. The
 * sources are the `.ts` files of one folder. An error in them fails the build with the compiler's message.
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
        const base64 = await cached(sources, () => compile(entry, sources))
        return { code: `export default '${base64}'`, moduleType: 'js', map: null }
      },
    },
  }
}

/** Reads the `.ts` files of the entry's folder: their texts by path. */
async function sourcesBeside(entry: string): Promise<ReadonlyMap<string, string>> {
  const folder = dirname(entry)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted()
  const paths = names.map((name) => join(folder, name))
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

/** Returns the result of an earlier run for the same compiler, options and sources, else makes and keeps it. */
async function cached(sources: ReadonlyMap<string, string>, make: () => Promise<string>): Promise<string> {
  const compiler = await readFile(compilerPackage, 'utf8')
  const all = JSON.stringify([compiler, options, [...sources]])
  const file = join(cache, createHash('sha256').update(all).digest('hex'))
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known
  const base64 = await make()
  await mkdir(cache, { recursive: true })
  // Renaming is atomic: another build never reads half a file.
  const whole = `${file}-${randomUUID()}`
  await writeFile(whole, base64)
  await rename(whole, file)
  return base64
}

/** Compiles to base64. Throws an Error with the compiler's message. */
async function compile(entry: string, sources: ReadonlyMap<string, string>): Promise<string> {
  // Importing the compiler takes 300 ms, which a cached build saves.
  const { main } = await import('assemblyscript/asc')
  let base64 = ''
  const { error, stderr } = await main([entry, '--outFile', 'out.wasm', ...options], {
    readFile: (name, folder) => sources.get(resolve(folder, name)) ?? null,
    writeFile: (_, bytes) => void (base64 = Buffer.from(bytes).toString('base64')),
  })
  if (error) throw new Error(stderr.toString())
  return base64
}
