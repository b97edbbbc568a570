import { createCanvas } from '@napi-rs/canvas'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCapturePictures } from '../../../src-main/core/captures/capture-pictures'
import { captureName, readerOfNames } from '../../../src-main/core/captures/capture-names'
import { createCapturesFolder } from '../../../src-main/core/captures/captures-folder'
import { createKeptCaptures, type KeptCaptures } from '../../../src-main/core/captures/kept-captures'
import { pictureSize } from '../../../src-main/core/pictures/picture-size'
import { readFirstFrame } from '../../../src-main/core/recordings/read-recording'
import { mostCaptures, type Capture } from '../../../src-shared/features/captures'
import { defaultPreferences } from '../../../src-shared/features/preferences-state'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { picturesHere } from '../pictures/pictures-here'
import { recordingOf } from '../recordings/recording-file'

const screenshot = 'Lab/2026-03-01 14.05.09 Ash.jpg'
const jpeg = createCanvas(400, 800).toBuffer('image/jpeg')

describe('kept captures', () => {
  let folder = ''
  let elsewhere = ''
  let clock: FakeClock
  let told = 0
  let pattern = ''
  let kept: KeptCaptures
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kept-captures-')))
    elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'kept-elsewhere-')))
    clock = createFakeClock()
    told = 0
    pattern = defaultPreferences.captures.pattern
    const preferences = {
      get now() {
        return { ...defaultPreferences, captures: { ...defaultPreferences.captures, pattern } }
      },
    }
    const folders = createCapturesFolder({
      forThisRun: folder,
      system: { picture: '', video: '' },
      preferences,
    })
    kept = createKeptCaptures({ clock, folder: folders, preferences, onChange: () => void (told += 1) })
  })
  afterEach(() => {
    for (const each of [folder, elsewhere]) rmSync(each, { recursive: true })
  })

  const write = (name: string, content: Buffer | string = 'x', within = folder) => {
    const path = join(within, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }
  const listWhole = (isOpen: (path: string) => boolean = () => false) =>
    kept.list(isOpen, ({ phone }) => (phone === 'Ash' ? 'dev_a' : undefined))
  const list = async (isOpen?: (path: string) => boolean) => (await listWhole(isOpen)).captures
  const names = async () => (await list()).map(({ kind, name }) => `${kind} ${name}`).sort()

  it('are those with a name of a capture, by kind, and recordings of any name', async () => {
    for (const name of [
      screenshot,
      'Lab/2026-03-01 14.05.09 Birch (2).png',
      '2026-03-01 14.05.09 Lab ×12.png',
      '2026-03-01 14.05.09 Lab ×12 (3).pdf',
      'Lab/2026-03-01 14.05.09 Ash.mp4',
      'My bug.MKV',
      'deep/in/here/Lab.mkv',
    ])
      write(name)
    for (const name of ['Holiday.jpg', 'Lab/Wedding.mp4', 'Thesis.pdf', 'Lab/2026-03-01 Ash.jpg']) write(name)
    write('Lab/2026-03-01 14.05.10 Ash.jpg', '')
    write('Lab/2026-03-01 14.05.11 Ash.jpg.new')
    const all = [
      'recording Lab/2026-03-01 14.05.09 Ash.mp4',
      'recording My bug.MKV',
      'recording deep/in/here/Lab.mkv',
      'screenshot Lab/2026-03-01 14.05.09 Ash.jpg',
      'screenshot Lab/2026-03-01 14.05.09 Birch (2).png',
      'sheet 2026-03-01 14.05.09 Lab ×12 (3).pdf',
      'sheet 2026-03-01 14.05.09 Lab ×12.png',
    ]
    expect(await names()).toEqual(all)
    pattern = '{phone} of {fleet}'
    write('Cedar of Lab.jpg')
    expect(await names()).toEqual([...all, 'screenshot Cedar of Lab.jpg'].sort())
  })

  it('know their phone by the name, and have the same id each time', async () => {
    write(screenshot)
    const [first] = await list()
    expect(first).toMatchObject({ phone: 'Ash', publicIds: ['dev_a'], bytes: 1, isMissing: false })
    expect((await list())[0]?.id).toBe(first?.id)
    expect(kept.find('../etc/passwd')).toBeUndefined()
  })

  it('are no links, and nothing behind a link', async () => {
    const foreign = write(screenshot, 'x', elsewhere)
    symlinkSync(foreign, join(folder, '2026-03-01 14.05.09 Lab ×1.png'))
    symlinkSync(join(elsewhere, 'Lab'), join(folder, 'Lab'))
    expect(await list()).toEqual([])
  })

  it('of this run are listed wherever they lie, and none that a recording writes', async () => {
    const odd = write('odd name.jpg')
    const outside = write('Fir.mkv', 'x', elsewhere)
    const open = write('Open.mkv')
    kept.add([
      { kind: 'screenshot', path: odd, publicIds: ['dev_b'] },
      { kind: 'recording', path: outside, publicIds: ['dev_c'] },
    ])
    const listed = await list((path) => path === open)
    expect(listed.map(({ name, publicIds }) => [name, publicIds])).toEqual(
      expect.arrayContaining([
        ['odd name.jpg', ['dev_b']],
        ['Fir.mkv', ['dev_c']],
      ]),
    )
    expect(listed).toHaveLength(2)
  })

  it('say that they are missing until they are forgotten', async () => {
    const path = write(screenshot)
    const own = write('odd.jpg')
    kept.add([{ kind: 'screenshot', path: own, publicIds: [] }])
    const [{ id } = { id: '' }] = (await list()).filter((one) => one.path === path)
    rmSync(path)
    rmSync(own)
    const missing = await list()
    expect(missing.map(({ isMissing }) => isMissing)).toEqual([true, true])
    expect(missing.find((one) => one.path === path)).toMatchObject({ id, bytes: 1 })
    kept.forget(missing.map((one) => one.id))
    expect(await list()).toEqual([])
  })

  it('that a person deletes are not brought back by a list that was begun before', async () => {
    write(screenshot)
    const [{ id, path } = { id: '', path: '' }] = await list()
    await list(() => {
      kept.forget([id])
      return false
    })
    rmSync(path)
    expect(await list()).toEqual([])
    write(screenshot)
    expect(await list()).toHaveLength(1)
  })

  it('are the newest of a full folder, and never hold up the program', async () => {
    mkdirSync(join(folder, 'Lab'))
    for (let at = 0; at < mostCaptures + 500; at += 1)
      writeFileSync(join(folder, 'Lab', `2026-03-01 14.05.09 Phone ${at}.jpg`), 'x')
    utimesSync(join(folder, 'Lab', '2026-03-01 14.05.09 Phone 7.jpg'), 4e9, 4e9)
    let turns = 0
    let isDone = false
    const turn = () => {
      turns += 1
      if (!isDone) setImmediate(turn)
    }
    turn()
    const { captures: listed, isPart } = await listWhole()
    isDone = true
    expect(listed).toHaveLength(mostCaptures)
    expect(isPart).toBe(true)
    expect(listed[0]?.phone).toBe('Phone 7')
    expect(turns).toBeGreaterThan(20)
    for (const { path } of listed.slice(-500)) rmSync(path)
    kept.forget(listed.slice(-500).map(({ id }) => id))
    expect(await listWhole()).toMatchObject({ captures: { length: mostCaptures }, isPart: false })
  }, 120_000)

  it('are not looked at again while their folder is as it was', async () => {
    const paths = [write(screenshot), write('Lab/2026-03-01 14.05.09 Birch.jpg')]
    const age = (path: string) => utimesSync(path, 1e9, 1e9)
    const sizes = async () => (await list()).map(({ phone, bytes }) => `${phone} ${bytes}`).sort()
    for (const path of [...paths, join(folder, 'Lab')]) age(path)
    expect(await sizes()).toEqual(['Ash 1', 'Birch 1'])
    const [ash = ''] = paths
    writeFileSync(ash, 'longer')
    expect(await sizes()).toEqual(['Ash 1', 'Birch 1'])
    write('Lab/2026-03-01 14.05.09 Cedar.jpg')
    expect(await sizes()).toEqual(['Ash 6', 'Birch 1', 'Cedar 1'])
    rmSync(ash)
    expect((await list()).map(({ isMissing }) => isMissing).sort()).toEqual([false, false, true])
  })

  it.each([
    ['file', (path: string) => path, dirname],
    ['folder', dirname, (path: string) => path],
  ])('are looked at again where their %s has only just changed', async (_, fresh, old) => {
    const path = write(screenshot)
    utimesSync(old(path), 1e9, 1e9)
    const now = clock.now() / 1000 - 1
    utimesSync(fresh(path), now, now)
    await list()
    writeFileSync(path, 'longer')
    expect((await list())[0]?.bytes).toBe(6)
  })

  it('tell of changes at once, and then twice a second', () => {
    const add = () => kept.add([{ kind: 'screenshot', path: '/a.jpg', publicIds: [] }])
    for (let at = 0; at < 20; at += 1) add()
    expect(told).toBe(1)
    clock.advance(500)
    expect(told).toBe(2)
    clock.advance(5000)
    expect(told).toBe(2)
    add()
    expect(told).toBe(3)
  })

  describe('have small pictures', () => {
    const of = (kind: Capture['kind'], path: string) =>
      createCapturePictures(picturesHere(), readFirstFrame).thumbnail('id', { kind, path })

    it('of screenshots and of a recording’s first frame', async () => {
      const picture = await of('screenshot', write('a.jpg', jpeg))
      expect(picture && pictureSize(picture)).toEqual({ width: 80, height: 160 })
      const film = write('a.mkv', recordingOf([{ jpeg, at: 0 }], 10))
      expect(await of('recording', film)).toEqual(picture)
    })

    it.each([
      ['a damaged picture', 'screenshot', jpeg.subarray(0, 30)],
      ['no picture', 'screenshot', 'text'],
      ['a document', 'sheet', '%PDF-1.7'],
      ['a damaged recording', 'recording', recordingOf([{ jpeg, at: 0 }], 10).subarray(0, 200)],
      ['a video of another kind', 'recording', 'ftypmp42'],
    ] as const)('but none of %s', async (_, kind, content) => {
      expect(await of(kind, write('a', content))).toBeNull()
    })

    it('but none of a missing file, a folder or a link', async () => {
      symlinkSync(write('a.jpg', jpeg), join(folder, 'b.jpg'))
      for (const name of ['gone.jpg', '.', 'b.jpg'])
        expect(await of('screenshot', join(folder, name))).toBeNull()
    })
  })
})

it.each([
  ['{fleet}/{date} {time} {phone}', { fleet: 'Lab', phone: 'Ash', publicId: '' }],
  ['../{id}/{phone}. {phone}', { fleet: '', phone: 'Ash', publicId: 'dev_1' }],
  ['a+b? [{fleet}]\\{id}—{phone}', { fleet: 'Lab', phone: 'Ash', publicId: 'dev_1' }],
])('the name of a capture is read by its pattern: %s', (pattern, named) => {
  const subject = { fleet: 'Lab', phone: 'Ash', publicId: 'dev_1', at: new Date(2026, 2, 1) }
  for (const number of [1, 7]) {
    const name = captureName(pattern, subject, '.jpg', number)
    const tail = number === 1 ? '' : ` (${number})`
    expect({ name, named: readerOfNames(pattern)(name) }).toEqual({ name, named: { ...named, number: tail } })
  }
  expect(readerOfNames(pattern)('Lab/Holiday.jpg')).toBeNull()
})
