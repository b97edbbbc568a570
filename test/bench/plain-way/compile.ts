import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'

const options = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }

/** An Electron app that can be started. */
export interface CompiledApp {
  folder: string
  remove(): Promise<void>
}

/** Turns this folder into an Electron app of plain scripts, in a folder of its own. */
export async function compilePlainWay(): Promise<CompiledApp> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-plain-way-'))
  for (const name of ['main', 'page']) {
    const source = await readFile(join(import.meta.dirname, `${name}.ts`), 'utf8')
    const { outputText } = ts.transpileModule(source, { compilerOptions: options })
    await writeFile(join(folder, `${name}.js`), outputText)
  }
  await copyFile(join(import.meta.dirname, 'index.html'), join(folder, 'index.html'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', main: 'main.js' }))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
