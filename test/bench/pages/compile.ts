import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { build } from 'vite'
import { assemblyScript } from '../../../src-renderer/jpeg/assembly-script'

/** The pages of this folder as an Electron app; `--page=NAME` chooses one. */
export interface Pages {
  folder: string
  remove(): Promise<void>
}

const here = import.meta.dirname
const pages = ['plain-way', 'decoding']
const checks = { bundlerTimings: false }
const options = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }

/** Builds the pages with the app's settings into their own folder. */
export async function compilePages(): Promise<Pages> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-pages-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    root: here,
    base: './',
    plugins: [assemblyScript()],
    worker: { format: 'es', plugins: () => [assemblyScript()], rolldownOptions: { checks } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input: pages.map((page) => join(here, `${page}.html`)), checks },
    },
  })
  for (const program of ['main', 'empty']) {
    const source = await readFile(join(here, `${program}.ts`), 'utf8')
    const { outputText } = ts.transpileModule(source, { compilerOptions: options })
    await writeFile(join(folder, `${program}.js`), outputText)
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', main: 'main.js' }))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
