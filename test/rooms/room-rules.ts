/** How a file says that it needs a module. */
export interface Import {
  /** What stands in the quotes. */
  specifier: string
  /** Gone after compiling: `import type`, `export type`, `import('x').T`. */
  typeOnly: boolean
}

/** A file of the repository, by its path from the root, with what it imports. */
export interface SourceFile {
  path: string
  imports: readonly Import[]
}

interface Rule {
  /** The files that it holds for, by how their paths begin. The first rule that fits holds. */
  room: string
  /** Files of the repository that may be imported, by how their paths begin. */
  files: readonly string[]
  /** Files among them that may not. */
  except?: readonly string[]
  /** Modules that may be imported, by package name; `node:` stands for everything of Node's own. */
  modules: readonly string[]
  /** Files of which only types may be imported. */
  typesOf?: readonly string[]
}

const shared = ['src-shared/']
const core = ['src-main/core/', ...shared]
const agents = ['agent-base', 'http-proxy-agent', 'https-proxy-agent', 'socks-proxy-agent']
const coreModules = ['node:', 'ws', 'zod', 'pino', 'fflate', ...agents]

/** Who may import whom: everything that is not named here is forbidden. */
export const rules: readonly Rule[] = [
  { room: 'src-shared/protocol/', files: ['src-shared/protocol/'], modules: ['zod'] },
  // The page speaks with it, so it brings no zod along.
  { room: 'src-shared/texts/', files: ['src-shared/protocol/', 'src-shared/texts/'], modules: [] },
  // How the page and the terminal read the same tables.
  { room: 'src-shared/sheets/', files: shared, modules: ['papaparse'] },
  { room: 'src-shared/bridge/', files: shared, modules: ['zod'] },
  { room: 'src-shared/features/', files: shared, modules: ['zod'] },
  // The one file that knows the keychain's module.
  {
    room: 'src-main/core/saved-fleets/keyring-vault.ts',
    files: core,
    modules: [...coreModules, 'keytar'],
  },
  // What decodes, compares and reads pictures, in processes without keys: nothing else of the core comes along.
  {
    room: 'src-main/core/pictures/process/',
    files: ['src-main/core/pictures/', ...shared],
    modules: ['node:', '@napi-rs/canvas', 'pixelmatch', 'tesseract.js-core'],
  },
  // The one room that reads YAML, and patterns of strangers.
  {
    room: 'src-main/core/flows/language/',
    files: core,
    modules: [...coreModules, 'yaml', 're2js'],
  },
  // The one file that knows calendars.
  { room: 'src-main/core/schedules/times.ts', files: core, modules: ['croner'] },
  {
    room: 'src-main/core/account/devices-csv.ts',
    files: core,
    modules: ['papaparse'],
  },
  {
    room: 'src-main/core/history/activity-text.ts',
    files: core,
    modules: ['papaparse'],
  },
  {
    room: 'src-main/core/',
    // Strangers' pictures are decoded in another process alone.
    except: ['src-main/core/pictures/process/'],
    files: [...core, 'resources/', 'package.json'],
    modules: coreModules,
  },
  {
    room: 'src-main/shell-electron/',
    files: ['src-main/shell-electron/', ...core],
    modules: ['node:', 'electron', 'electron-updater', 'builder-util-runtime', 'zod'],
  },
  {
    room: 'src-main/shell-loopback/',
    files: ['src-main/shell-loopback/', ...core],
    modules: ['node:', 'ws', 'zod'],
  },
  // The one file that speaks the Model Context Protocol.
  {
    room: 'src-main/shell-cli/mcp/mcp-server.ts',
    files: ['src-main/shell-cli/', ...core],
    modules: ['node:', '@modelcontextprotocol/server'],
  },
  { room: 'src-main/shell-cli/', files: ['src-main/shell-cli/', ...core], modules: ['node:'] },
  {
    room: 'src-main/fleetwall.mjs',
    files: ['build/launch', 'src-main/shell-cli/main'],
    modules: ['node:', 'tsx'],
  },
  // Start a shell in its own process, so they import none. In Node, `electron` is the path of its binary.
  { room: 'build/shell-command.mjs', files: [], modules: ['node:', 'electron'] },
  {
    room: 'build/package.mjs',
    files: ['build/shell-command', 'build/join-feeds', 'build/shipped-packages'],
    modules: ['node:'],
  },
  { room: 'build/check-commits.mjs', files: [], modules: ['node:'] },
  { room: 'build/join-feeds.mjs', files: [], modules: ['node:', 'yaml'] },
  { room: 'build/shipped-packages.mjs', files: [], modules: ['node:'] },
  { room: 'build/sign-feed.mjs', files: [], modules: ['node:', 'yaml'] },
  { room: 'build/after-pack.mjs', files: [], modules: ['node:'] },
  { room: 'build/launch.mjs', files: ['build/shell-command'], modules: ['node:'] },
  {
    room: 'build/dev.mjs',
    files: ['build/shell-command'],
    modules: ['node:', 'vite', 'electron-vite'],
  },
  // For the builds, in Node.
  { room: 'build/markdown.ts', files: [], modules: ['marked', 'vite'] },
  {
    room: 'src-renderer/jpeg/assembly-script.ts',
    files: [],
    modules: ['node:', 'vite', 'assemblyscript'],
  },
  // Another language, and a module of its own.
  { room: 'src-renderer/jpeg/assembly/', files: ['src-renderer/jpeg/assembly/'], modules: [] },
  {
    room: 'src-renderer/jpeg/',
    files: ['src-renderer/jpeg/', ...shared],
    except: ['src-renderer/jpeg/assembly-script'],
    modules: [],
  },
  // The one room that encodes videos.
  {
    room: 'src-renderer/features/captures/convert/',
    files: ['src-renderer/', ...shared],
    except: ['src-renderer/jpeg/'],
    modules: ['mediabunny'],
  },
  {
    room: 'src-renderer/phone/stream/',
    files: ['src-renderer/', ...shared],
    except: ['src-renderer/jpeg/assembly'],
    modules: ['vue', '@vueuse/core'],
  },
  {
    room: 'src-renderer/',
    files: ['src-renderer/', 'docs/guide', ...shared],
    except: ['src-renderer/jpeg/'],
    modules: [
      'vue',
      'pinia',
      'reka-ui',
      'lucide-vue-next',
      '@vueuse/core',
      '@tanstack/vue-virtual',
      '@fontsource-variable/inter',
      'papaparse',
      'uplot',
      'uplot/dist/uPlot.min.css',
    ],
  },
  {
    room: 'src-simulator/',
    // The words that the specification does not show are nobody's own.
    files: ['src-simulator/', 'resources/vocabulary.json'],
    typesOf: ['src-shared/protocol/'],
    modules: ['node:', 'ws', 'zod', '@napi-rs/canvas', 'tsx'],
  },
]

/** Resolves a relative import to a path from the root, without `.` and `..`. */
export function resolvePath(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** `@scope/name/file` and `name/file` are of the packages `@scope/name` and `name`. */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:'
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function allows(rule: Rule, path: string, { specifier, typeOnly }: Import): boolean {
  if (!specifier.startsWith('.')) return rule.modules.includes(packageOf(specifier))
  const target = resolvePath(path, specifier)
  const within = (rooms: readonly string[]) => rooms.some((room) => target.startsWith(room))
  if (within(rule.except ?? [])) return false
  return within(rule.files) || (typeOnly && within(rule.typesOf ?? []))
}

/** One line for each import that its room forbids, and for each source file that no rule holds for. */
export function violations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const rule = rules.find(({ room }) => path.startsWith(room))
    if (!rule) return [`${path} is in no room`]
    return imports
      .filter((each) => !allows(rule, path, each))
      .map(({ specifier }) => `${path} imports ${specifier}`)
  })
}

/** What must not come into a room's program, not even behind a file that the room may import. */
const keptOut = ['src-renderer/', 'src-shared/texts/'].map((room) => ({ room, module: 'zod' }))

/** One line for each way by which a file brings along a module that is kept out of its room; types bring nothing. */
export function broughtAlong(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const find = (target: string) => byPath.get(target) ?? byPath.get(`${target}.ts`)

  const wayTo = (module: string, from: SourceFile, seen: Set<string>): string[] | null => {
    seen.add(from.path)
    for (const { specifier, typeOnly } of from.imports) {
      if (typeOnly) continue
      if (!specifier.startsWith('.')) {
        if (packageOf(specifier) === module) return [from.path, module]
        continue
      }
      const next = find(resolvePath(from.path, specifier))
      const way = next && !seen.has(next.path) ? wayTo(module, next, seen) : null
      if (way) return [from.path, ...way]
    }
    return null
  }

  return keptOut.flatMap(({ room, module }) =>
    files
      .filter(({ path }) => path.startsWith(room))
      .flatMap((file) => wayTo(module, file, new Set())?.join(' > ') ?? []),
  )
}
