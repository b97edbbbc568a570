import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programToolNames } from '../../src-shared/features/programs-state'
import { startLoopbackHost, type LoopbackHost } from './harness/browser-shell'
import { plainEnvironment } from './harness/environment'
import { noKeyring } from './harness/keyring'
import { outputOf } from './harness/process'
import { findProgram, root } from './harness/programs'
import { startSimulator, type Simulator } from './harness/simulator'
import { freshFolder } from './harness/wall'

const page = await readFile(join(root, 'docs/programs.md'), 'utf8')
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)
const languages = ['sh', 'js', 'python'] as const
type Language = (typeof languages)[number]

const found = new Map<Language, string | null>([
  ['sh', findProgram('sh')],
  ['js', process.execPath],
  ['python', findProgram('python3')],
])
const fileOf = { sh: 'example.sh', js: 'example.mjs', python: 'example.py' }

/** An example that has run. */
interface Ran {
  out: string
  /** Where it ran. */
  folder: string
}

// Of Windows, the page says that the socket is a pipe.
describe.skipIf(process.platform === 'win32')('docs/programs.md', () => {
  let simulator: Simulator
  let own: Awaited<ReturnType<typeof freshFolder>>
  let app: LoopbackHost
  let environment: Record<string, string>

  beforeAll(async () => {
    const travel = [{ name: 'Travel', color: '#00AA55' }]
    simulator = await startSimulator({
      devices: [
        { public_id: 'dev_a', name: 'Aster 01' },
        { public_id: 'dev_b', name: 'Birch 02', labels: travel },
      ],
    })
    own = await freshFolder()
    const bin = join(own.path, 'bin')
    await mkdir(bin)
    const command = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'src-main/fleetwall.mjs')}' "$@"\n`
    await writeFile(join(bin, 'fleetwall'), command)
    await chmod(join(bin, 'fleetwall'), 0o755)
    environment = {
      ...plainEnvironment(),
      ...noKeyring,
      HOME: own.path,
      XDG_CONFIG_HOME: join(own.path, 'config'),
      PATH: [bin, process.env['PATH']].join(delimiter),
    }
    app = await startLoopbackHost({
      userDataDir: join(own.path, 'config', 'Fleetwall'),
      environment: { ...simulator.environment, ...noKeyring },
      args: ['--door'],
    })
  })
  afterAll(async () => {
    await app.close()
    await simulator.close()
    await own.remove()
  })

  const begin = async (
    language: Language,
    code: string,
  ): Promise<{ child: ChildProcess; folder: string }> => {
    const folder = await mkdtemp(join(own.path, 'example-'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, fileOf[language]), code)
    const child = spawn(found.get(language) ?? language, [fileOf[language]], {
      ...{ cwd: folder, env: environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { child, folder }
  }
  /** Runs an example to its end. @param during does something once it has printed `text` */
  const run = async (
    language: Language,
    code: string,
    during?: { text: RegExp; act: () => Promise<unknown> },
  ): Promise<Ran> => {
    const { child, folder } = await begin(language, code)
    const ended = once(child, 'close')
    const output = outputOf(child)
    if (during) {
      await output.shows(during.text)
      await during.act()
    }
    const [exit] = (await ended) as [number | null]
    expect(exit, output.text()).toBe(0)
    return { out: output.text(), folder }
  }
  const push = () => run('sh', "date > late.txt\nfleetwall push late.txt --phones 'Birch 02'\n")
  const happened = (publicId: string, since: number, wanted: Record<string, unknown>) =>
    simulator.eventually(publicId, since, (events) =>
      events.some((event) => Object.entries(wanted).every(([key, value]) => event[key] === value)),
    )

  /** What each example does, in the order of the page. */
  const judges: Record<Language, ((code: string) => Promise<unknown>)[]> = {
    sh: [
      async (code) => {
        const [first, second] = [await simulator.mark('dev_a'), await simulator.mark('dev_b')]
        const { out } = await run('sh', code)
        expect(out).toMatch(/^dev_b +Birch 02 +Travel\ndone on 1 phone\ndone on 1 phone\n$/)
        await happened('dev_a', first, { type: 'tap' })
        await happened('dev_b', second, { type: 'text', text: 'Good morning' })
      },
      async (code) => {
        const since = await simulator.mark('dev_b')
        const { folder } = await run('sh', code)
        await happened('dev_b', since, { type: 'file', name: 'note.txt' })
        expect(await readdir(join(folder, 'screens'))).toHaveLength(2)
      },
      async (code) => expect((await run('sh', code)).out).toContain('All is well.'),
      async (code) => {
        const { out, folder } = await run('sh', code)
        expect(out).toMatch(/^night-watch\tlabel=Travel\t60 actions an hour; until 2099-01-31T/)
        expect(await readFile(join(folder, 'token.txt'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
      },
    ],
    js: [
      async (code) => expect((await run('js', code)).out).toMatch(/^Aster 01: \w+\nBirch 02: \w+\n$/),
      async (code) => {
        const { out } = await run('js', code, { text: /2 phones are here/, act: push })
        expect(out).toContain('late.txt on Birch 02: done\n')
      },
      async (code) => expect((await run('js', code)).out).toMatch(/<screen-text phone="dev_\w+">/),
    ],
    python: [
      async (code) => {
        const since = await simulator.mark('dev_b')
        expect((await run('python', code)).out).toBe('Home on 2 phones\n')
        await happened('dev_b', since, { type: 'press', name: 'home' })
      },
      async (code) => {
        const { out } = await run('python', code)
        expect(out.split('\n').toSorted()).toMatchObject([
          '',
          expect.stringContaining("'fleet'"),
          "1 ['phones']",
          "2 ['files']",
        ])
      },
      async (code) => {
        const { out } = await run('python', code)
        for (const name of programToolNames) expect(out).toMatch(new RegExp(`^${name} (reads|acts)$`, 'm'))
      },
    ],
  }

  it('has ten examples', () => {
    const counts = languages.map((language) => blocksOf(language).length)
    expect(counts).toEqual(languages.map((language) => judges[language].length))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10)
  })

  it('has entries for clients that are JSON', () => {
    const entries = blocksOf('json').map((code) => JSON.parse(code) as unknown)
    expect(entries).toMatchObject([{ mcpServers: { fleetwall: { command: 'fleetwall' } } }])
  })

  it('names every tool', () => {
    for (const name of programToolNames) expect(page).toContain(`\`${name}\``)
  })

  const examples = languages.flatMap((language) =>
    blocksOf(language).map((code, at) => ({ language, number: at + 1, code, judge: judges[language][at] })),
  )
  it.for(examples)('does what example $number in $language says', async (example, { skip }) => {
    if (!found.get(example.language)) skip(`there is no ${example.language}`)
    await example.judge?.(example.code)
  })
})
