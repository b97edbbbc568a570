import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TileState, TileStateName } from '../../../src-shared/bridge/tile-state'
import type { Scope } from '../../../src-shared/protocol/scope'
import { createScreenshots } from '../../../src-main/core/fleet/screenshots'
import {
  createTakeScreenshot,
  type TakeScreenshotOptions,
} from '../../../src-main/core/input/take-screenshot'
import { saveFile } from '../../../src-main/core/base/save-file'
import { faultOfCall } from '../service/fault-of-call'

const frame = Buffer.from('the last frame')
const snapshot = Buffer.from('the snapshot of the service')

describe('the screen of a phone', () => {
  let state: TileStateName
  let isUnreadable: boolean
  let lacking: Scope[]
  let jobs: ReturnType<TakeScreenshotOptions['jobs']['standing']>
  let looks: number
  let asked: string[]

  beforeEach(() => {
    state = 'live'
    isUnreadable = false
    lacking = []
    jobs = 'none'
    looks = 0
    asked = []
  })

  const take = (mayCost: boolean, newest: Buffer | null = frame) =>
    createTakeScreenshot({
      lacks: (scope) => lacking.includes(scope),
      session: (publicId) =>
        publicId === 'dev_a' ? { state: { state, tile: 3, isUnreadable } as TileState } : undefined,
      newest: (tile) => (tile === 3 ? newest : null),
      jobs: {
        standing: () => jobs,
        lookAt() {
          looks += 1
          return Promise.resolve('pending')
        },
        pending: () => ({ kind: 'warm_up', status: 'dispatched' }),
      },
      api: {
        snapshot(publicId) {
          asked.push(publicId)
          return Promise.resolve(snapshot)
        },
      },
    })('dev_a', mayCost)

  it('is the last frame while it is live, at no cost', async () => {
    lacking = ['read']
    jobs = 'pending'
    expect(await take(false)).toBe(frame)
    expect(await take(true)).toBe(frame)
    expect(asked).toEqual([])
  })

  it.each(['idle', 'connecting', 'parked'] as const)(
    'comes from the service while the phone is %s, once that may cost',
    async (now) => {
      state = now
      expect(await take(false)).toBeNull()
      expect(asked).toEqual([])
      expect(await take(true)).toBe(snapshot)
      expect(asked).toEqual(['dev_a'])
    },
  )

  it('comes from the service before the first frame', async () => {
    expect(await take(false, null)).toBeNull()
    expect(await take(true, null)).toBe(snapshot)
  })

  it('comes from the service when newer frames are unreadable', async () => {
    isUnreadable = true
    expect(await take(false)).toBeNull()
    expect(await take(true)).toBe(snapshot)
  })

  it('interrupts no job, and needs permission “read”', async () => {
    state = 'idle'
    jobs = 'pending'
    expect(await faultOfCall(take(true))).toEqual({ kind: 'job-pending', job: 'warm_up' })
    jobs = 'unknown'
    expect(await faultOfCall(take(true))).toEqual({ kind: 'job-pending', job: 'warm_up' })
    expect(looks).toBe(1)
    lacking = ['read']
    expect(await faultOfCall(take(true))).toEqual({ kind: 'scope-missing', scope: 'read' })
    expect(asked).toEqual([])
  })
})

describe('a screenshot', () => {
  const at = new Date(2026, 2, 1, 14, 5, 9).getTime()
  const clock = { now: () => at }
  const of = (name: string, jpeg: Buffer | null = frame) => ({
    nameOf: () => name,
    screenshot: () => Promise.resolve(jpeg),
  })
  const nameOf = async (name: string) => {
    const taken = await createScreenshots(clock, null).take(of(name), 'dev_a', false)
    return taken.kind === 'picture' ? taken.name : taken.kind
  }

  it('goes to a page that saves it, named after phone and time', async () => {
    expect(await createScreenshots(clock, null).take(of('Ash'), 'dev_a', false)).toEqual({
      kind: 'picture',
      name: 'Ash 2026-03-01 14.05.09.jpg',
      base64: frame.toString('base64'),
    })
  })

  it('is saved by the shell otherwise, unless it would cost', async () => {
    const saved: [string, Buffer][] = []
    const screenshots = createScreenshots(clock, (name, jpeg) => {
      saved.push([name, jpeg])
      return Promise.resolve(`/pictures/${name}`)
    })
    expect(await screenshots.take(of('Ash', null), 'dev_a', false)).toEqual({ kind: 'costs' })
    expect(saved).toEqual([])
    const path = '/pictures/Ash 2026-03-01 14.05.09.jpg'
    expect(await screenshots.take(of('Ash'), 'dev_a', false)).toEqual({ kind: 'saved', path })
    expect(saved).toEqual([['Ash 2026-03-01 14.05.09.jpg', frame]])
  })

  it('has a name that every file system accepts', async () => {
    const rest = ' 2026-03-01 14.05.09.jpg'
    expect(await nameOf('../../etc/passwd')).toBe(`etc passwd${rest}`)
    expect(await nameOf('a<b>:"c"|d?*\u0007')).toBe(`a b c d${rest}`)
    expect(await nameOf('photo\u202egpj.exe')).toBe(`photo gpj.exe${rest}`)
    expect(await nameOf('  . ')).toBe(`Phone${rest}`)
    expect(await nameOf('電話 😀')).toBe(`電話 😀${rest}`)
    expect([...(await nameOf('😀'.repeat(200)))]).toHaveLength(80 + rest.length)
  })
})

describe('the folder of pictures', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-pictures-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('gets a new file each time, and overwrites none', async () => {
    const [first, second] = [
      await saveFile(folder, 'Ash 1.05.jpg', frame),
      await saveFile(folder, 'Ash 1.05.jpg', snapshot),
    ]
    expect([first, second].map((path) => basename(path))).toEqual(['Ash 1.05.jpg', 'Ash 1.05 (2).jpg'])
    expect([await readFile(first), await readFile(second)]).toEqual([frame, snapshot])
  })

  it('is created when it is missing; a failure has a reason', async () => {
    const inner = join(folder, 'Downloads')
    expect(await saveFile(inner, 'a.jpg', frame)).toBe(join(inner, 'a.jpg'))
    const file = join(folder, 'file')
    await writeFile(file, '')
    const fault = await faultOfCall(saveFile(file, 'a.jpg', frame))
    expect(fault).toMatchObject({ kind: 'not-saved', folder: file })
    expect(await readdir(folder)).toEqual(['Downloads', 'file'])
  })
})
