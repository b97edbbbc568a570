import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { plainEnvironment } from './harness/environment'
import { noKeyring } from './harness/keyring'
import { inEachShellAtLength } from './harness/shells'
import { startSimulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { wallOf } from './harness/wall'

const program = join(import.meta.dirname, '..', '..', 'src-main', 'fleetwall.mjs')

interface Ended {
  code: number
  out: string
  err: string
}

interface Place {
  folder: string
  environment?: Record<string, string>
  /** Called with what was printed so far. @returns whether to press Ctrl+C */
  stopsAt?: (out: string) => boolean
}

/** Runs the command line in a process of its own. */
const run = (args: string[], { folder, environment = {}, stopsAt }: Place): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env: { ...plainEnvironment(), ...environment } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
    let printed = ''
    child.stdout?.on('data', (text: string) => {
      printed += text
      if (stopsAt?.(printed)) child.kill('SIGINT')
    })
  })

/** A folder that a person works in, with a flow and a file. */
async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-door-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'flow.yaml'), '- setClipboard: x\n- pressKey: home\n')
  await writeFile(join(folder, 'note.txt'), 'a file')
  return folder
}

inEachShellAtLength('The door for programs', (shell) => {
  const devices = [
    { public_id: 'dev_a', name: 'Aster' },
    { public_id: 'dev_b', name: 'Briar' },
  ]
  const stage = useStage(shell, { devices }, undefined, { FLEETWALL_DOOR: '1' })

  it('does what a terminal asks, and leaves control with the window', async () => {
    const { wall, simulator, userDataDir } = stage()
    await wall.clickInto('dev_a')
    const [held] = await simulator.sockets('control', 'dev_a')
    const [streamed] = await simulator.sockets('stream', 'dev_a')
    const app = ['--user-data-dir', userDataDir]
    const both = ['--phones', 'Aster,Briar']
    const commands = [
      ['phones', '--json'],
      ['phones', '--phones', 'nobody'],
      ['tap', '50%,50%', ...both],
      ['tap', 'nowhere', ...both],
      ['act', '{"type": "press", "name": "home"}', ...both, '--json'],
      ['push', 'note.txt', ...both],
      ['screenshot', '--out', 'screens', ...both],
      ['test', 'flow.yaml', '--phones', 'Aster', '--dry-run'],
    ]
    for (const command of commands) {
      const [own, there] = await Promise.all([workFolder(), workFolder()])
      const alone = await run(command, { folder: own, environment: simulator.environment })
      const attached = await run([...command, ...app], { folder: there })
      const out = attached.out.replaceAll(there, own)
      expect({ ...attached, out }, command.join(' ')).toEqual(alone)
    }

    const folder = await workFolder()
    const since = await simulator.mark('dev_a')
    expect(await run(['type', 'from afar', '--phones', 'Aster', ...app], { folder })).toEqual({
      code: 0,
      out: 'done on 1 phone\n',
      err: '',
    })
    await simulator.eventually('dev_a', since, (events) => JSON.stringify(events).includes('from afar'))
    const tested = await run(['test', 'flow.yaml', '--phones', 'Aster', ...app], { folder })
    expect(tested).toMatchObject({ code: 0, err: '' })
    expect(tested.out).toContain('✓ flow on Aster')
    expect(await readdir(join(folder, 'fleetwall-results'))).toHaveLength(1)
    // One session, which nothing has closed: no 4409.
    expect(await simulator.sockets('control', 'dev_a')).toEqual([held])
    expect(await simulator.sockets('stream', 'dev_a')).toEqual([streamed])
    await wall.showsLive(2)
  })

  it('answers calls, and tells what happens', async () => {
    const { userDataDir } = stage()
    const folder = await workFolder()
    const call = (...args: string[]) => run(['call', ...args, '--user-data-dir', userDataDir], { folder })
    const listed = await call('phones.list')
    expect(JSON.parse(listed.out)).toMatchObject({
      phones: [{ id: 'dev_a', state: 'live' }, { name: 'Briar' }],
    })
    expect((await call('phones.forget')).code).toBe(2)
    expect((await call('phones.list', '{')).code).toBe(2)
    expect((await call('fleets.open', '{"id": "simulated"}')).code).toBe(2)
    expect((await call('tools.list')).code).toBe(2)
    let sent: Promise<Ended> | null = null
    const { code, out } = await run(['events', '--json', '--user-data-dir', userDataDir], {
      folder,
      stopsAt(printed) {
        // The first line says what there is; from then on it hears.
        sent ??= run(['push', 'note.txt', '--phones', 'Briar', '--user-data-dir', userDataDir], { folder })
        return printed.includes('"upload"')
      },
    })
    expect(code).toBe(130)
    const last = out.split('\n').find((line) => line.includes('"upload"')) ?? ''
    expect(JSON.parse(last)).toEqual({
      type: 'upload',
      phone: { id: 'dev_b', name: 'Briar' },
      file: 'note.txt',
      state: 'done',
    })
    expect(await sent).toMatchObject({ code: 0 })
  })
})

inEachShellAtLength('The door of a start', (shell) => {
  it('is closed, unless the start asks for it', async () => {
    const simulator = await startSimulator({ devices: 1 })
    const folder = await workFolder()
    const userDataDir = join(folder, 'data')
    await mkdir(userDataDir)
    onTestFinished(() => simulator.close())
    const start = async (args: string[]) => {
      const environment = { ...noKeyring, ...simulator.environment }
      const wall = wallOf(await shell.launch({ userDataDir, environment, args }))
      await wall.showsLive(1)
      return wall
    }
    const listing = () => run(['phones', '--user-data-dir', userDataDir], { folder })

    const closed = await start([])
    expect(await readdir(userDataDir)).not.toContain('control.sock')
    const { code, err } = await listing()
    expect(code).toBe(2)
    expect(err).toContain('lets programs connect')
    await closed.close()

    const open = await start(['--door'])
    expect((await lstat(join(userDataDir, 'control.sock'))).mode & 0o777).toBe(0o600)
    expect((await listing()).code).toBe(0)
    await open.close()
    expect((await listing()).code).toBe(2)
  })
})
