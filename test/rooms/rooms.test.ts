import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circles } from './circles'
import { drawn, houses, innerViolations, isIn } from './inner-rooms'
import { readImports } from './read-imports'
import { broughtAlong, rules, violations, type SourceFile } from './room-rules'

const root = join(import.meta.dirname, '..', '..')

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(ts|mts|mjs|js|vue)$/.test(path))
}

const read = (path: string, text: string): SourceFile => ({ path, imports: readImports(path, text) })
const check = (path: string, text: string) => violations([read(path, text)])

describe('who may import whom', () => {
  const paths = ['src-shared', 'src-main', 'src-renderer', 'src-simulator', 'build'].flatMap(sourceFiles)

  const files = paths.map((path) => read(path, readFileSync(join(root, path), 'utf8')))

  it('holds in every source file', () => {
    expect(violations(files)).toEqual([])
  })

  it('holds behind what the page imports', () => {
    expect(broughtAlong(files)).toEqual([])
  })

  it('holds between the rooms inside the core, the terminal’s shell and the page', () => {
    expect(innerViolations(files)).toEqual([])
  })

  it('leaves no circle, types included', () => {
    expect(circles(files)).toEqual([])
  })

  // FLEETWALL_UPDATE_DOCS=1 in the environment prints them.
  it('is what docs/architecture.md prints', () => {
    const path = join(root, 'docs/architecture.md')
    const text = readFileSync(path, 'utf8')
    const printed = houses.reduce((all, house) => {
      const begin = `<!-- rooms: ${house.folder} -->\n`
      const [before, after] = all.split(begin)
      if (before === undefined || after === undefined) return all
      return [
        before,
        begin,
        '\n',
        drawn(house).join('\n'),
        '\n\n',
        after.slice(after.indexOf('<!-- end -->')),
      ].join('')
    }, text)
    if (process.env['FLEETWALL_UPDATE_DOCS']) writeFileSync(path, printed)
    else expect(text).toBe(printed)
  })

  it('is a rule for files that exist', () => {
    for (const { room } of rules)
      expect(
        paths.some((path) => path.startsWith(room)),
        room,
      ).toBe(true)
    for (const { folder, floors } of houses)
      for (const room of floors.flat())
        expect(
          paths.some((path) => isIn(folder, room.path, path)),
          room.path,
        ).toBe(true)
  })
})

describe('the check sees a forbidden import', () => {
  it.each([
    ['protocol takes the bridge', 'src-shared/protocol/a.ts', '../bridge/port'],
    ['protocol takes Node', 'src-shared/protocol/a.ts', 'node:fs'],
    ['protocol takes a library', 'src-shared/protocol/a.ts', 'ws'],
    ['bridge takes the core', 'src-shared/bridge/a.ts', '../../src-main/core/time/clock'],
    ['bridge takes vue', 'src-shared/bridge/a.ts', 'vue'],
    ['bridge takes electron', 'src-shared/bridge/a.ts', 'electron'],
    ['core takes electron', 'src-main/core/a.ts', 'electron'],
    ['core takes a file of electron', 'src-main/core/a.ts', 'electron/main'],
    ['core takes a shell', 'src-main/core/a.ts', '../shell-loopback/guard'],
    ['core takes the page', 'src-main/core/a.ts', '../../src-renderer/host/host'],
    ['core takes the keychain elsewhere', 'src-main/core/saved-fleets/fleets.ts', 'keytar'],
    ['core takes Node without its prefix', 'src-main/core/a.ts', 'fs'],
    ['the Electron shell takes the other', 'src-main/shell-electron/a.ts', '../shell-loopback/guard'],
    ['the loopback shell takes the other', 'src-main/shell-loopback/a.ts', '../shell-electron/file-proofs'],
    ['the loopback shell takes electron', 'src-main/shell-loopback/a.ts', 'electron'],
    ['a shell takes the page', 'src-main/shell-electron/a.ts', '../../src-renderer/main'],
    ['the launcher takes a shell', 'build/launch.mjs', '../src-main/shell-electron/main'],
    ['the page takes Node', 'src-renderer/a.ts', 'node:path'],
    ['the page takes electron', 'src-renderer/a.ts', 'electron'],
    ['the page takes the core', 'src-renderer/stores/a.ts', '../../src-main/core/time/clock'],
    ['the page takes the simulator', 'src-renderer/a.ts', '../src-simulator/cli'],
    ['the page takes the JPEG decoder, which is for its frames', 'src-renderer/a.ts', './jpeg/jpeg-decoder'],
    [
      'the frames take what compiles the decoder',
      'src-renderer/phone/stream/a.ts',
      '../../jpeg/assembly-script',
    ],
    ['the JPEG decoder takes values of the frames', 'src-renderer/jpeg/a.ts', '../phone/stream/decode-scale'],
    ['the compiled decoder takes the page', 'src-renderer/jpeg/assembly/a.ts', '../jpeg-decoder'],
    ['the page takes a library that is not its own', 'src-renderer/a.ts', 'zod'],
    ['the simulator takes values of protocol', 'src-simulator/a.ts', '../src-shared/protocol/limits'],
    ['the simulator takes the core', 'src-simulator/a.ts', '../src-main/core/clock'],
    ['source takes a test', 'src-simulator/a.ts', '../test/core/fake-clock'],
    ['core takes a test', 'src-main/core/a.ts', '../../test/core/time/fake-clock'],
    ['the page takes a test', 'src-renderer/a.ts', '../test/core/fake-clock'],
  ])('%s', (_, path, specifier) => {
    expect(check(path, `import { a } from '${specifier}'`)).toEqual([`${path} imports ${specifier}`])
  })

  it('types of the bridge, which are no language of the service, in the simulator', () => {
    expect(check('src-simulator/a.ts', "import type { Port } from '../src-shared/bridge/port'")).toHaveLength(
      1,
    )
  })

  it.each([
    ['a side effect', "import 'electron'"],
    ['a default import', "import electron from 'electron'"],
    ['a type', "import type { App } from 'electron'"],
    ['a type in place', "let app: import('electron').App"],
    ['a re-export', "export { app } from 'electron'"],
    ['a re-export of everything', "export * from 'electron'"],
    ['a dynamic import', "const load = async () => { await import('electron') }"],
    ['a dynamic import of a plain template', 'await import(`electron`)'],
    ['a require', "const { app } = require('electron')"],
    ['an import by assignment', "import electron = require('electron')"],
  ])('written as %s', (_, text) => {
    expect(check('src-main/core/a.ts', text)).toEqual(['src-main/core/a.ts imports electron'])
  })

  it('in a script block of a component', () => {
    const component = `<script lang="ts">import fs from 'node:fs'</script>
      <script setup lang="ts">import { app } from 'electron'</script><template><p /></template>`
    expect(check('src-renderer/a.vue', component)).toEqual([
      'src-renderer/a.vue imports node:fs',
      'src-renderer/a.vue imports electron',
    ])
  })

  it('in the simulator, where only some of the names are types', () => {
    const text = "import { type Size, sizeSchema } from '../src-shared/protocol/device'"
    expect(check('src-simulator/a.ts', text)).toHaveLength(1)
  })

  it('and a file in no room at all', () => {
    expect(check('src-other/a.ts', '')).toEqual(['src-other/a.ts is in no room'])
  })
})

describe('the check of inner rooms', () => {
  const inner = (path: string, text: string) => innerViolations([read(`src-main/core/${path}`, text)])

  it.each([
    ['an import of an upper room', 'phone/a.ts', "import { b } from '../open-fleet/b'", 'open-fleet/b'],
    ['an import of a room beside', 'input/a.ts', "import { b } from '../planning/b'", 'planning/b'],
    ['a type of an upper room', 'base/a.ts', "import type { B } from '../service/b'", 'service/b'],
    ['an import of a file above the rooms', 'page/a.ts', "import { b } from '../app'", 'app'],
  ])('sees %s', (_, path, text, target) => {
    expect(inner(path, text)).toEqual([`src-main/core/${path} imports src-main/core/${target}`])
  })

  it.each([
    ['text takes a store', 'text/a.ts', "import { b } from '../stores/b'", 'stores/b'],
    [
      'a store takes types of input',
      'stores/a.ts',
      "import type { B } from '../phone/input/b'",
      'phone/input/b',
    ],
    ['a store takes what feeds it', 'stores/a.ts', "import { b } from '../app/sync/b'", 'app/sync/b'],
    ['the host takes types of frames', 'host/a.ts', "import type { B } from '../phone/b'", 'phone/b'],
    ['rules take words', 'rules/a.ts', "import { b } from '../text/b'", 'text/b'],
    ['a command takes a component', 'commands/a.ts', "import B from '../wall/B.vue'", 'wall/B.vue'],
    [
      'a feature takes another',
      'features/jobs/a.ts',
      "import type { B } from '../tasks/b'",
      'features/tasks/b',
    ],
  ])('sees where in the page %s', (_, path, text, target) => {
    expect(innerViolations([read(`src-renderer/${path}`, text)])).toEqual([
      `src-renderer/${path} imports src-renderer/${target}`,
    ])
  })

  it('sees a file on no floor', () => {
    expect(inner('else/a.ts', '')).toEqual(['src-main/core/else/a.ts is on no floor'])
  })

  it.each([
    ['a lower room', 'page/a.ts', "import { b } from '../base/b'"],
    ['a file of its own room', 'page/a.ts', "import { b } from './b'"],
    ['a room from the top', 'app.ts', "import { b } from './session'"],
    ['a file of another house', 'page/a.ts', "import { b } from '../../../src-shared/bridge/b'"],
  ])('lets through %s', (_, path, text) => {
    expect(inner(path, text)).toEqual([])
  })
})

describe('the check of circles', () => {
  const pair = (back: string) => [
    read('src-shared/bridge/a.ts', "import { b } from './b'"),
    read('src-shared/bridge/b.ts', back),
  ]
  const circle = ['src-shared/bridge/a.ts > src-shared/bridge/b.ts > src-shared/bridge/a.ts']

  it.each([
    ['values', "import { a } from './a'"],
    ['types', "import type { A } from './a'"],
    ['types in place', "let a: import('./a').A"],
    ['re-exports', "export * from './a'"],
  ])('sees one of %s', (_, back) => {
    expect(circles(pair(back))).toEqual(circle)
  })

  it('sees one through a component', () => {
    const files = [
      read('src-renderer/a.ts', "import B from './B.vue'"),
      read('src-renderer/B.vue', `<script setup lang="ts">import { a } from './a'</script>`),
    ]
    expect(circles(files)).toEqual(['src-renderer/a.ts > src-renderer/B.vue > src-renderer/a.ts'])
  })

  it('lets through two ways to one file', () => {
    expect(circles([...pair(''), read('src-shared/bridge/c.ts', "import './a'; import './b'")])).toEqual([])
  })
})

describe('the check follows imports', () => {
  const page = (text: string) => read('src-renderer/a.vue', `<script setup lang="ts">${text}</script>`)
  const label = read('src-shared/protocol/label.ts', "import { z } from 'zod'; import './device'")
  const device = read('src-shared/protocol/device.ts', "import { labelSchema } from './label'")

  it('to what a file brings along, also in a circle', () => {
    const files = [page("import { deviceSchema } from '../src-shared/protocol/device'"), device, label]
    expect(broughtAlong(files)).toEqual([
      'src-renderer/a.vue > src-shared/protocol/device.ts > src-shared/protocol/label.ts > zod',
    ])
  })

  it('but not those that are gone after compiling, and not for other rooms', () => {
    const files = [page("import type { Device } from '../src-shared/protocol/device'"), device, label]
    expect(broughtAlong(files)).toEqual([])
  })
})

describe('the check lets through what a room may import', () => {
  it.each([
    ['src-simulator/a.ts', "import type { Size } from '../src-shared/protocol/device'"],
    ['src-main/core/saved-fleets/keyring-vault.ts', "const load = () => import('keytar')"],
    ['src-main/core/a.ts', "import vocabulary from '../../resources/vocabulary.json'"],
    ['src-main/shell-electron/a.ts', "import { app } from 'electron'"],
    ['src-renderer/phone/stream/a.ts', "import { createJpegDecoder } from '../../jpeg/jpeg-decoder'"],
    ['src-renderer/a/b.ts', "import { connect } from '../../src-shared/bridge/connect'"],
  ])('%s', (path, text) => {
    expect(check(path, text)).toEqual([])
  })
})
