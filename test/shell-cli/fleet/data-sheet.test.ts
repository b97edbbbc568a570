import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandLine } from '../../../src-main/shell-cli/command-line'
import { startPicturesHere } from '../../core/pictures/pictures-here'
import { KEYS, OTHER_PHONE, PHONE, startTestService, type TestService } from '../../simulator/service'

describe('a sheet at a terminal', () => {
  let service: TestService
  let folder: string
  let out: string
  let err: string

  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-sheet-'))
    return () => rm(folder, { recursive: true, force: true })
  })

  const write = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const run = (...args: string[]) => {
    out = ''
    err = ''
    return commandLine(args, {
      environment: {
        FLEETWALL_BASE_URL: service.addresses.base_url,
        FLEETWALL_WS_BASE_URL: service.addresses.ws_base_url,
        FLEETWALL_API_KEY: KEYS.full,
        XDG_CONFIG_HOME: folder,
      },
      folder,
      isColourful: false,
      print: (printed) => void (out += printed),
      complain: (line) => void (err += `${line}\n`),
      spawnSimulator: () => {
        throw new Error('this test needs no simulator')
      },
      startPictures: startPicturesHere,
      onStop: () => () => undefined,
    })
  }
  /** What both phones did during a command that ends so. */
  const deeds = async (exit: number, ...args: string[]) => {
    const marks = [await service.mark(PHONE), await service.mark(OTHER_PHONE)]
    expect([await run(...args), err]).toEqual([exit, exit === 0 ? '' : err])
    return Promise.all(marks.map((mark) => mark.events()))
  }

  it('types, opens and copies to each phone its own value', async () => {
    await write(
      's.csv',
      Buffer.from(
        'sep=;\r\npublic_id;caption;link\r\ndev_first;Grüße, 1;https://a.example/\r\ndev_second;zwei;sys_notes\r\n',
        'latin1',
      ),
    )
    expect(await deeds(0, 'type', '{caption}!', '--data', 's.csv')).toMatchObject([
      [{ type: 'text', text: 'Grüße, 1!' }],
      [{ type: 'text', text: 'zwei!' }],
    ])
    expect(await deeds(0, 'open', '{link}', '--data', 's.csv', '--phones', 'Birch*')).toMatchObject([
      [],
      [{ type: 'open_app', target: 'sys_notes' }],
    ])
    const clip = '{"type":"clipboard_set","text":"{Caption}"}'
    expect(await deeds(0, 'act', clip, '--data', 's.csv')).toMatchObject([
      [{ type: 'clipboard_set', text: 'Grüße, 1' }],
      [{ type: 'clipboard_set', text: 'zwei' }],
    ])
  }, 60_000)

  it('uploads each phone its own files, from the sheet’s folder alone', async () => {
    for (const name of ['a.txt', 'b.txt', 'sub/c.txt']) await write(`sheets/${name}`, name)
    await write('secret.txt', 'not here')
    await write('all.txt', 'for all')
    await write('sheets/s.tsv', 'name\tfile\nAster 01\ta.txt;b.txt\nBirch 02\tsub/c.txt\n')
    expect(await deeds(0, 'push', '{file}', 'all.txt', '--data', 'sheets/s.tsv')).toMatchObject([
      expect.arrayContaining(['a.txt', 'all.txt', 'b.txt'].map((name) => expect.objectContaining({ name }))),
      expect.arrayContaining(['all.txt', 'c.txt'].map((name) => expect.objectContaining({ name }))),
    ])
    await symlink(join(folder, 'secret.txt'), join(folder, 'sheets/link.txt'))
    for (const [file, why] of [
      ['../secret.txt', 'isn’t in the sheet’s folder'],
      ['link.txt', 'isn’t in the sheet’s folder'],
      [join(folder, 'secret.txt'), 'isn’t in the sheet’s folder'],
      ['none.txt', 'there is no file none.txt'],
      ['a.txt;a.txt', 'is named twice'],
      ['sub', 'is a folder'],
    ] as const) {
      await write('sheets/s.csv', `name,file\nBirch 02,b.txt\nAster 01,${file}\n`)
      expect(await deeds(2, 'push', '{file}', '--data', 'sheets/s.csv')).toEqual([[], []])
      expect(err).toContain('s.csv line 3: ')
      expect(err).toContain(why)
    }
  }, 60_000)

  it('names each flaw by its line and sends nothing, unless flawed rows are left out', async () => {
    await write('s.csv', 'name,caption\nAster 01,one\nNowhere,two\nAster 01,three\nBirch 02,\n,five\n')
    expect(await deeds(2, 'type', '{caption}', '--data', 's.csv')).toEqual([[], []])
    expect(err.split('\n')).toEqual([
      's.csv line 3: this fleet has no phone Nowhere',
      's.csv line 4: the phone is already in line 2',
      's.csv line 5: the cell caption is empty',
      's.csv line 6: no phone is named',
      'nothing was sent: 4 lines of s.csv can’t be used. --skip-flawed sends the rest',
      '',
    ])
    const done = [[expect.objectContaining({ type: 'text', text: 'one' })], []]
    const marks = [await service.mark(PHONE), await service.mark(OTHER_PHONE)]
    expect(await run('type', '{caption}', '--data', 's.csv', '--skip-flawed')).toBe(0)
    expect(await Promise.all(marks.map((mark) => mark.events()))).toEqual(done)
  }, 60_000)

  it.each([
    ['who,caption\nAster 01,x\n', '{caption}', 's.csv line 1: there is no column public_id or name'],
    ['name,text\nAster 01,x\n', '{caption}', 's.csv line 1: there is no column caption'],
    ['name,caption,Caption\nAster 01,x,y\n', '{caption}', 'two columns have the name caption'],
    ['', 'x', 's.csv: The sheet is empty.'],
    ['name,caption\n', 'x', 's.csv has no row for a phone'],
  ])(
    'refuses the sheet %j for %s',
    async (content, text, why) => {
      await write('s.csv', content)
      expect(await run('type', text, '--data', 's.csv')).toBe(2)
      expect(err).toContain(why)
      expect(await run('type', text, '--data', 'none.csv')).toBe(2)
      expect(err).toContain('there is no file none.csv')
      expect(await run('type', text, '--phones', 'all', '--skip-flawed')).toBe(2)
    },
    60_000,
  )

  it('tests flows with a case for each row, and masks secrets in reports', async () => {
    await write(
      'flow.yaml',
      'name: login\nenv: { LANG: de }\n---\n- inputText: ${USER} ${PASSWORD} ${LANG}\n- launchApp: ${PASSWORD}\n',
    )
    await write(
      's.csv',
      'name,USER,PASSWORD,LANG\nAster 01,ann,hunter2,\nAster 01,bob,fish,en\nBirch 02,cyd,fish,\n',
    )
    const args = ['test', 'flow.yaml', '--data', 's.csv', '--format', 'junit', '--test-output-dir', 'results']
    const marks = [await service.mark(PHONE), await service.mark(OTHER_PHONE)]
    expect(await run(...args)).toBe(1)
    expect(
      await Promise.all(
        marks.map((mark) => mark.events().then((all) => all.filter(({ type }) => type === 'text'))),
      ),
    ).toMatchObject([[{ text: 'ann hunter2 de' }, { text: 'bob fish en' }], [{ text: 'cyd fish de' }]])
    const report = await readFile(join(folder, 'report.xml'), 'utf8')
    for (const name of ['login (ann)', 'login (bob)', 'login']) expect(report).toContain(`name="${name}`)
    for (const told of [report, out, err, await readFile(join(folder, 'results/results.jsonl'), 'utf8')])
      expect(told).not.toContain('hunter2')
    await write('s.csv', 'name,USER,PASSWORD\nAster 01,ann,\n')
    expect(await run('test', 'flow.yaml', '--data', 's.csv', '--dry-run')).toBe(2)
    expect(err).toContain('s.csv line 2: the cell PASSWORD is empty')
    await write('s.csv', 'name,USER\nAster 01,ann\n')
    expect(await run('test', 'flow.yaml', '--data', 's.csv', '--dry-run')).toBe(2)
    expect(err).toContain('s.csv line 1: there is no column PASSWORD')
    await write('s.csv', 'name,USER,PASSWORD,password\nAster 01,ann,fish,cat\n')
    expect(await run('test', 'flow.yaml', '--data', 's.csv', '--dry-run')).toBe(2)
    expect(err).toContain('s.csv line 1: two columns have the name PASSWORD')
  }, 60_000)

  it('says why the values of a row make no action', async () => {
    await write('s.csv', 'name,x\nAster 01,10\n')
    expect(await run('act', '{"type":"tap","x":"{x}","y":1}', '--data', 's.csv')).toBe(2)
    expect(err).toContain('s.csv line 2: its values make no valid action: x of tap is not a whole number')
  }, 60_000)
})
