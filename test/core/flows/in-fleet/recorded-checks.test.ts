import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CheckHow, CheckTarget } from '../../../../src-shared/features/flows-state'
import { commandNamed } from '../../../../src-main/core/flows/commands/commands'
import type { StepContext } from '../../../../src-main/core/flows/commands/step-context'
import {
  createFlowRecording,
  type FlowRecording,
} from '../../../../src-main/core/flows/in-fleet/flow-recording'
import { Eyes } from '../../../../src-main/core/flows/on-phone/eyes'
import type { FrameSink } from '../../../../src-main/core/frames/live-frames'
import { LookFailed } from '../../../../src-main/core/pictures/looks'
import { Screen } from '../../../../src-main/core/screens/screen'
import { picturesReading } from '../../pictures/pictures-here'
import { createFakeClock } from '../../time/fake-clock'
import { check } from '../reading/read'
import { line, words } from '../run/flow-bench'

const icon = { left: 40, top: 60, width: 48, height: 48 }

/** A screen with an icon, or without, of a size. */
async function screenWith(hasIcon: boolean, width = 200, height = 400): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#dde'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#146'
  context.fillRect(20, 300, 120, 30)
  if (hasIcon) {
    context.fillRect(icon.left + 4, icon.top + 4, 20, 40)
    context.beginPath()
    context.arc(icon.left + 34, icon.top + 20, 12, 0, 6)
    context.fill()
  }
  return canvas.encode('jpeg', 90)
}

describe('a check that is inserted while a flow is recorded', () => {
  let folder: string
  let recording: FlowRecording
  let shown: Buffer
  let other: Buffer
  let show: (jpeg: Buffer) => void
  /** What stands on each picture. */
  let lines: Map<Buffer, string>
  const pictures = picturesReading((jpeg) => {
    const text = lines.get(jpeg)
    return text === undefined
      ? Promise.reject(new LookFailed('noise'))
      : Promise.resolve([line(text, 20, 200)])
  })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorded-checks-'))
    ;[shown, other] = [await screenWith(true), await screenWith(false)]
    lines = new Map([
      [shown, 'Signed in'],
      [other, 'Sign in'],
    ])
    const open = (sink: FrameSink) => {
      show = (jpeg) => sink.push({ jpeg, size: { width: 0, height: 0 } })
      show(shown)
      return () => undefined
    }
    recording = createFlowRecording({
      clock: createFakeClock(),
      words: () => words,
      fleet: () => ({ framed: () => ({ name: 'Aster 01', open }) }) as never,
      ...{ pictures, folder },
      onPhone: () => undefined,
      onInput: () => undefined,
      onFault: () => undefined,
    })
    recording.start('dev_1')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const insert = (target: CheckTarget, how: CheckHow = 'visible', look = recording.look().look) =>
    recording.check({ look, target, how, waitS: 30 })
  const box = (over: Partial<typeof icon> = {}): CheckTarget => ({ kind: 'box', ...icon, ...over })
  const text = (one: string): CheckTarget => ({ kind: 'text', text: one })

  /** Runs what was recorded on a phone that shows a picture. @returns whether it passes */
  const passesOn = async (jpeg: Buffer): Promise<boolean> => {
    const { flows, problems } = await check(folder)
    expect(problems).toEqual([])
    const clock = createFakeClock()
    const screen = new Screen(clock)
    screen.push({ jpeg, size: { width: 200, height: 400 } })
    const stop = new AbortController().signal
    const eyes = new Eyes({ clock, screen, pictures: pictures.of('dev_1'), stop })
    const names = { env: { NAME: 'Ada' }, output: new Map(), fleetwall: {} }
    const context = { clock, eyes, names, stop } as unknown as StepContext
    for (const step of flows[0]?.flow.steps ?? []) {
      let isOver = false
      const done = commandNamed(step.command)
        .run(step, context)
        .then(
          () => true,
          () => false,
        )
        .finally(() => (isOver = true))
      while (!isOver) {
        await turn()
        clock.runNext()
      }
      if (!(await done)) return false
    }
    return true
  }

  it.each([
    ['visible', [true, false]],
    ['gone', [false, true]],
    ['awaited', [true, false]],
  ] as const)(
    'passes where a text or picture is so, and fails on another screen: %s',
    async (how, verdicts) => {
      for (const target of [text('Signed in'), box()]) {
        if (!recording.state) recording.start('dev_1')
        await insert(target, how)
        await recording.finish()
        expect([await passesOn(shown), await passesOn(other)]).toEqual(verdicts)
        for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
      }
    },
  )

  it.each(['1.50 (+2)', '${NAME} [x]', 'A|B', 'yes', '- 7', '\\d\\E', '"quoted": ~'])(
    'names the text itself and no other one: %s',
    async (shownText) => {
      await insert(text(shownText))
      await recording.finish()
      lines = new Map([
        [shown, shownText],
        [other, shownText.replace(/[^ ]/, 'z')],
      ])
      expect([await passesOn(shown), await passesOn(other)]).toEqual([true, false])
    },
  )

  it('is a step like any, and leaves no picture when it is taken back', async () => {
    await insert(box())
    await insert(text('Signed in'))
    await insert(box({ left: 20, top: 290, width: 60, height: 60 }), 'awaited')
    const cutout = (number: number) =>
      expect.stringMatching(`cutouts/Recorded .*/check-${number}.png`) as string
    expect(recording.state?.steps).toEqual([
      expect.stringMatching(/^assertVisible: image: cutouts\/Recorded .*\/check-1\.png$/),
      'assertVisible: Signed in',
      expect.stringMatching(/^extendedWaitUntil: visible: image: cutouts.*, timeout: 30000$/),
    ])
    recording.undo()
    const { path: file } = await recording.finish()
    expect(await readFile(file ?? '', 'utf8')).toContain('assertVisible:\n    image: cutouts/Recorded')
    const kept = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.png'))
    expect(kept.map((path) => path.replaceAll('\\', '/'))).toEqual([cutout(1)])
  })

  it('offers the lines and words that are read, and none of a screen that can’t be', async () => {
    const place = { left: 20, top: 200, height: 20 }
    expect(await recording.lookTexts(recording.look().look)).toEqual({
      lines: [{ text: 'Signed in', ...place, width: 40 }],
      words: [
        { text: 'Signed', ...place, width: 20 },
        { text: 'in', ...place, left: 40, width: 20 },
      ],
    })
    lines.clear()
    expect(await recording.lookTexts(recording.look().look)).toEqual({ lines: [], words: [] })
  })

  it.each([
    ['small', { width: 7 }],
    ['small', { height: -20 }],
    ['outside', { left: -1 }],
    ['outside', { left: 160 }],
    ['outside', { top: 399 }],
    ['plain', { left: 150, top: 120, width: 40, height: 40 }],
  ] as const)('is refused for a box that is %s: %o', async (why, over) => {
    await expect(insert(box(over))).rejects.toMatchObject({ fault: { kind: 'check-refused', why } })
    expect(recording.state?.steps).toEqual([])
  })

  it('is refused where there is no picture, or one that can’t be read', async () => {
    show(Buffer.from('no JPEG'))
    expect(() => recording.look()).toThrow(
      expect.objectContaining({ fault: { kind: 'check-refused', why: 'unreadable' } }) as Error,
    )
    const wrongScan = Buffer.from(shown)
    // The scan names a component that the frame does not have.
    wrongScan[wrongScan.indexOf(Buffer.from([0xff, 0xda])) + 5] = 99
    show(wrongScan)
    await expect(insert(box())).rejects.toMatchObject({ fault: { why: 'unreadable' } })
  })

  it('ends when the phone turns, another picture is looked at, or the recording ends', async () => {
    const { look } = recording.look()
    show(await screenWith(true, 400, 200))
    await expect(insert(text('Signed in'), 'visible', look)).rejects.toMatchObject({
      fault: { why: 'turned' },
    })
    recording.look()
    await expect(insert(text('Signed in'), 'visible', look)).rejects.toMatchObject({
      fault: { why: 'ended' },
    })
    const last = recording.look().look
    await recording.finish()
    await expect(insert(text('Signed in'), 'visible', last)).rejects.toMatchObject({
      fault: { why: 'ended' },
    })
  })
})
