import { basename, dirname, join } from 'node:path'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import type { CheckRequest, FlowsState, SeenTexts } from '../../../../src-shared/features/flows-state'
import type { Gesture } from '../../../../src-shared/features/gesture'
import type { Action } from '../../../../src-shared/protocol/action'
import type { Size } from '../../../../src-shared/protocol/device'
import { FaultError, faultOf, type Fault } from '../../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import { saveFile } from '../../disk/save-file'
import { dayOf, timeOf } from '../../disk/file-name'
import type { FramedPhone } from '../../frames/live-frames'
import type { FinishedRecording } from '../../../../src-shared/features/flows'
import type { Pictures } from '../../pictures/pictures'
import { sayStep } from '../language/recorded-command'
import { countInputs, stepsOf, type RecordedInput } from '../language/recorded-input'
import { inputsOfCall, isFilmedAfter, isScreenshot, type DoneCall } from '../record/call-inputs'
import { createCheckLooks, type CheckLooks } from '../record/check-looks'
import { createInputRecorder, type InputRecorder } from '../record/record-input'
import { inputsOfUploads, type RecordedFile } from '../record/upload-inputs'
import type { Fleet } from '../../open-fleet/fleet'

// The window shows the last ones.
const mostShown = 50

export interface FlowRecordingOptions {
  clock: Clock
  words: () => Vocabulary
  /** @throws FaultError when no fleet is open */
  fleet: () => Fleet
  pictures: Pick<Pictures, 'of'>
  /** Where flows lie, absolute. */
  folder: string
  /** Another phone is recorded, or none. */
  onPhone: () => void
  /** Something was recorded. */
  onInput: () => void
  onFault: (fault: Fault) => void
}

/** Records what a person does on one phone, as a flow. */
export interface FlowRecording {
  readonly state: FlowsState['recording']
  gesture(publicId: string, gesture: Gesture): void
  /** @param space as `InputRecorder.action` */
  acted(publicId: string, action: Action, space: Size | null): void
  /** Hears which letters the phone has not typed. */
  event(event: AppEvent): void
  /** A page's call has succeeded. */
  called(call: DoneCall): void
  /** A person uploads files to phones. @param columns as `ofSheet` */
  uploaded(publicIds: readonly string[], files: readonly RecordedFile[], columns?: readonly string[]): void
  start(publicId: string): void
  /** Keeps the picture that the phone shows, for a check. @throws FaultError `check-refused` */
  look(): { look: number; jpeg: Buffer }
  /** Reads the texts of that picture. @throws FaultError `check-refused` */
  lookTexts(look: number): Promise<SeenTexts>
  /** Inserts a check of that picture as the next step. @throws FaultError `check-refused` */
  check(request: CheckRequest): Promise<void>
  /** Takes the last step back. */
  undo(): void
  /** Ends it. @throws FaultError `not-saved`, and goes on */
  finish(): Promise<FinishedRecording>
  /** Ends it because another fleet opens: what was recorded is saved, or the person hears why not. */
  leave(): void
}

const nothing: FinishedRecording = { path: null, steps: 0, comments: 0 }

interface Recorder {
  publicId: string
  phone: string
  /** Of the flow and its cut-outs. */
  name: string
  input: InputRecorder
  /** How many screenshots the person has taken. */
  shots: number
  checks: CheckLooks
  /** The newest frame. */
  jpeg: Buffer | null
  open: FramedPhone['open']
}

export function createFlowRecording(options: FlowRecordingOptions): FlowRecording {
  const { clock, words, fleet, pictures, folder, onPhone, onInput, onFault } = options
  let recorder: Recorder | null = null
  let closeFrames: (() => void) | null = null

  const become = (next: Recorder | null) => {
    recorder = next
    closeFrames?.()
    closeFrames = next && next.open({ push: ({ jpeg }) => (next.jpeg = jpeg) })
    onPhone()
  }
  /** Adds inputs of a phone, if it is the recorded one. */
  const add = (inputs: readonly RecordedInput[]) => {
    for (const input of inputs) recorder?.input.add(input)
    if (inputs.length > 0) onInput()
  }
  const begun = (): Recorder => {
    if (!recorder) throw new FaultError({ kind: 'check-refused', why: 'ended' })
    return recorder
  }
  const finish = async (): Promise<FinishedRecording> => {
    const ended = recorder
    become(null)
    if (!ended) return nothing
    const { inputs, cutouts } = await ended.input.finish()
    const steps = stepsOf(inputs)
    if (steps.length === 0) return nothing
    try {
      for (const { path, png } of [...cutouts, ...ended.checks.cutoutsOf(inputs)])
        await saveFile(join(folder, dirname(path)), basename(path), png)
      const { writeFlow } = await import('../language/write-flow')
      const text = writeFlow(ended.name, inputs)
      const path = await saveFile(folder, `${ended.name}.yaml`, Buffer.from(text))
      return { path, ...countInputs(steps) }
    } catch (error) {
      // It can be saved again once there is room.
      if (!recorder) become(ended)
      throw error
    }
  }

  return {
    get state() {
      if (!recorder) return null
      const { publicId, phone, input } = recorder
      const { steps } = input
      return { publicId, phone, inputs: steps.length, steps: steps.slice(-mostShown).map(sayStep) }
    },
    gesture(publicId, gesture) {
      if (recorder?.publicId !== publicId) return
      recorder.input.gesture(gesture)
      onInput()
    },
    acted(publicId, action, space) {
      if (recorder?.publicId !== publicId) return
      recorder.input.action(action, space)
      onInput()
    },
    event(event) {
      if (event.type !== 'notice' || event.fault.kind !== 'not-typed') return
      if (!recorder || event.publicId !== recorder.publicId) return
      recorder.input.untyped(event.fault.skipped)
      onInput()
    },
    called(call) {
      if (!recorder) return
      if (isScreenshot(call)) recorder.shots += 1
      const { publicId, shots, input } = recorder
      const isFilmed = () => isFilmedAfter(input.steps)
      add(inputsOfCall(call, publicId, { shots, isFilmed }, words()))
    },
    uploaded(publicIds, files, columns) {
      if (recorder && publicIds.includes(recorder.publicId)) add(inputsOfUploads(files, folder, columns))
    },
    start(publicId) {
      if (recorder) return
      const { name: phone, open } = fleet().framed(publicId)
      const at = new Date(clock.now())
      const name = `Recorded ${dayOf(at)} ${timeOf(at)}`
      const cutouts = `cutouts/${name}`
      const ofPhone = pictures.of(publicId)
      const frame = () => next.jpeg
      const next: Recorder = {
        publicId,
        phone,
        name,
        shots: 0,
        jpeg: null,
        open,
        input: createInputRecorder({
          ...{ clock, words: words(), pictures: ofPhone, cutouts },
          frame,
          onRead: onInput,
        }),
        checks: createCheckLooks({ pictures: ofPhone, frame, cutouts }),
      }
      become(next)
      // Reading loads a program; begun with the first touch, it would lengthen that.
      if (next.jpeg) void ofPhone.readText(next.jpeg).catch(() => [])
    },
    look: () => begun().checks.look(),
    lookTexts: async (look) => begun().checks.texts(look),
    async check(request) {
      const now = begun()
      const input = await now.checks.check(request)
      if (recorder !== now) throw new FaultError({ kind: 'check-refused', why: 'ended' })
      now.input.add(input)
      onInput()
    },
    undo() {
      recorder?.input.undo()
      onInput()
    },
    finish,
    leave() {
      if (!recorder) return
      void finish().catch((error: unknown) => {
        become(null)
        onFault(faultOf(error))
      })
    },
  }
}
