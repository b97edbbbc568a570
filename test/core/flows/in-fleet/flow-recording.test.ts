import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../../src-shared/protocol/fault'
import {
  createFlowRecording,
  type FlowRecording,
} from '../../../../src-main/core/flows/in-fleet/flow-recording'
import { picturesReading } from '../../pictures/pictures-here'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'
import { words } from '../run/flow-bench'

describe('a flow that is recorded', () => {
  let folder: string
  let recording: FlowRecording
  let faults: Fault[]
  let time: FakeClock

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flow-recording-'))
    faults = []
    const clock = (time = createFakeClock())
    recording = createFlowRecording({
      clock,
      words: () => words,
      fleet: () => ({ framed: () => ({ name: 'Aster 01', open: () => () => undefined }) }) as never,
      pictures: picturesReading(() => Promise.resolve([])),
      folder: join(folder, 'flows'),
      onPhone: () => undefined,
      onInput: () => undefined,
      onFault: (fault) => faults.push(fault),
    })
    recording.start('dev_1')
    recording.acted('dev_1', { type: 'open_url', url: 'https://example.com' }, null)
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('holds what is done on its own phone alone, and another one begins none', () => {
    recording.acted('dev_2', { type: 'open_url', url: 'https://example.com' }, null)
    recording.start('dev_2')
    const steps = ['openLink: https://example.com']
    expect(recording.state).toEqual({ publicId: 'dev_1', phone: 'Aster 01', inputs: 1, steps })
  })

  it('has what calls, files and the phone itself say of its own phone, and counts it', async () => {
    const publicIds = ['dev_2', 'dev_1']
    const secret = { publicId: 'dev_1', action: { type: 'text', text: 'pa55' } }
    recording.called({ command: 'devices.actEach', params: { isSecret: true, acts: [secret] } })
    for (const ids of [publicIds, publicIds, ['dev_2']])
      recording.called({ command: 'devices.screenshot', params: { publicIds: ids, mayCost: true } })
    const launch = { kind: 'warm_up', fields: { duration_s: 90 } }
    recording.called({ command: 'automations.launch', params: { publicIds, launch } })
    recording.uploaded(publicIds, [{ name: 'a.txt', bytes: 1, path: '/elsewhere/a.txt' }])
    recording.uploaded(['dev_2'], [{ name: 'b.txt', bytes: 1 }])
    recording.acted('dev_1', { type: 'text', text: 'a🙂' }, null)
    for (const publicId of publicIds)
      recording.event({ type: 'notice', publicId, fault: { kind: 'not-typed', skipped: ['🙂'] } })
    expect(recording.state?.steps).toEqual([
      'openLink: https://example.com',
      '# A secret text was typed; it is not kept. Use inputText with ${NAME}.',
      'takeScreenshot: screenshot-1',
      'takeScreenshot: screenshot-2',
      'launchAutomation: kind: warm_up, fields: duration_s: 90',
      '# a.txt was uploaded. Put it beside this flow, and write addMedia: a.txt',
      'inputText: a',
      '# The phone did not type “🙂”.',
    ])
    expect(await recording.finish()).toMatchObject({ steps: 5, comments: 3 })
  })

  it('has videos as steps, and in words what no command does', () => {
    const publicIds = ['dev_1', 'dev_2']
    const video = (what: 'start' | 'stop', ids = publicIds) =>
      recording.called({ command: `recordings.${what}`, params: { publicIds: ids } })
    recording.undo()
    video('stop')
    video('start')
    video('start')
    video('stop', ['dev_2'])
    video('stop')
    video('start')
    recording.undo()
    video('stop')
    const sheet = { publicIds, format: 'pdf', mayCost: false, missing: '' }
    recording.called({ command: 'captures.sheet', params: sheet })
    recording.called({ command: 'captures.sheet', params: { ...sheet, publicIds: ['dev_2'] } })
    const edit = { labelOrder: ['b', 'a'] }
    recording.called({ command: 'devices.edit', params: { publicIds, edit } })
    const ended = '# A video was ended that had begun before.'
    expect(recording.state?.steps).toEqual([
      ended,
      'startRecording: video',
      'stopRecording',
      ended,
      '# A contact sheet was saved. No command does that; takeScreenshot keeps this phone’s screen.',
      '# The labels were put in order: b, a. No command does that.',
    ])
  })

  it('says of what a sheet gave that each phone has a value of its own', async () => {
    const own = (text: string) => ({ publicId: 'dev_1', action: { type: 'text', text } })
    const columns = ['caption', 'link']
    recording.undo()
    const act = (text: string) =>
      recording.called({
        command: 'devices.actEach',
        params: { isSecret: false, acts: [own(text)], columns },
      })
    act('Hello')
    recording.acted('dev_1', { type: 'text', text: '!' }, null)
    const edits = [{ publicId: 'dev_1', edit: { customName: 'Desk', notes: 'left' } }]
    recording.called({ command: 'devices.editEach', params: { edits, columns: ['notes'] } })
    recording.called({ command: 'devices.editEach', params: { edits } })
    recording.uploaded(['dev_1'], [{ name: 'a.txt', bytes: 1 }], ['file'])
    const { path, comments } = await recording.finish()
    const about = (names: string) =>
      `# This is the phone’s own value of ${names} in a sheet. For each phone’s own, use \${NAME} and a sheet.`
    expect((await readFile(path ?? '', 'utf8')).split('---\n')[1]?.trim().split('\n')).toEqual([
      about('{caption}, {link}'),
      '- inputText: Hello',
      '- inputText: "!"',
      about('{notes}'),
      '- setName: Desk',
      '- setNotes: left',
      '- setName: Desk',
      '- setNotes: left',
      '',
      '# a.txt was uploaded. Put it beside this flow, and write addMedia: a.txt',
    ])
    expect(comments).toBe(1)
  })

  it('is saved without the steps that were taken back', async () => {
    recording.acted('dev_1', { type: 'open_url', url: 'https://example.org' }, null)
    recording.undo()
    expect(await readFile((await recording.finish()).path ?? '', 'utf8')).not.toContain('example.org')
    recording.start('dev_1')
    recording.undo()
    expect(await recording.finish()).toEqual({ path: null, steps: 0, comments: 0 })
  })

  it('leaves no file when all its steps were taken back, or took each other back', async () => {
    recording.undo()
    time.advance(5000)
    // The pause before it is no step.
    recording.acted('dev_1', { type: 'text', text: 'a' }, null)
    recording.acted('dev_1', { type: 'key', key: 'backspace' }, null)
    expect(recording.state?.inputs).toBe(0)
    expect(await recording.finish()).toEqual({ path: null, steps: 0, comments: 0 })
  })

  it('is saved once there is a place for it, after a try that failed', async () => {
    await writeFile(join(folder, 'flows'), 'a file where the folder should be')
    await expect(recording.finish()).rejects.toMatchObject({ fault: { kind: 'not-saved' } })
    expect(recording.state).toMatchObject({ publicId: 'dev_1', inputs: 1 })
    await rm(join(folder, 'flows'))
    expect((await recording.finish()).path).toMatch(/Recorded .*\.yaml$/)
    expect(recording.state).toBeNull()
  })

  it('is saved when another fleet opens', async () => {
    recording.leave()
    await expect.poll(() => readdir(join(folder, 'flows'))).toHaveLength(1)
    expect([recording.state, faults]).toEqual([null, []])
  })

  it('tells the person when another fleet opens and it can’t be saved', async () => {
    await writeFile(join(folder, 'flows'), 'a file where the folder should be')
    recording.leave()
    await expect.poll(() => faults).toMatchObject([{ kind: 'not-saved' }])
    expect(recording.state).toBeNull()
  })
})
