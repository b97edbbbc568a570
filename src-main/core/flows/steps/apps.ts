import { appTargets } from '../../../../src-shared/protocol/app-target'
import { ownValue } from '../../../../src-shared/protocol/own-value'
import { isOn } from '../language/airplane'
import { isAppId, looksLike } from '../language/app-id'
import { fill } from '../language/evaluate'
import type { AddMedia, LaunchApp, OpenLink, SetAirplaneMode } from '../language/flow'
import { resolveFile } from '../language/flow-files'
import { middleOf } from '../look/box'
import { StepFailure } from '../on-phone/step-failure'
import { spotOf, stroke } from './places'
import type { StepContext } from './step-context'

const pageWithinMs = 1000
const mostPages = 4
const turnMs = 250

export async function openLink(step: OpenLink, { hands, names }: StepContext): Promise<void> {
  await hands.act({ type: 'open_url', url: fill(step.link, names) })
}

/** Opens a target of `open_app`; another app by its name on the home screen, or by a label that looks like its id. */
export async function launchApp(step: LaunchApp, context: StepContext): Promise<void> {
  const { hands, names, words } = context
  const named = fill(step.app, names)
  const app = ownValue(words.apps, named) ?? named
  const target = appTargets.find((each) => each === app)
  if (!target) return openByName(app, context)
  const username = step.username === null ? null : fill(step.username, names)
  await hands.act({ type: 'open_app', target, ...(username === null ? {} : { username }) })
}

async function openByName(app: string, context: StepContext): Promise<void> {
  const { hands, eyes, words } = context
  const isId = isAppId(app)
  const sought = isId ? eyes.soughtLike(app, (label) => looksLike(app, label)) : eyes.soughtText(app)
  // The second press turns to the first page.
  for (let times = 0; times < 2; times += 1) await hands.act({ type: 'press', name: words.presets.home })
  for (let page = 0; page < mostPages; page += 1) {
    const box = await eyes.untilResting(sought, pageWithinMs)
    if (box) {
      await hands.act({ type: 'tap', ...middleOf(box) })
      return
    }
    const { size } = await eyes.frame()
    const { from, to } = stroke('left')
    const [start, end] = [spotOf(from, size), spotOf(to, size)]
    const before = eyes.screen.changes
    await hands.act({ type: 'swipe', x1: start.x, y1: start.y, x2: end.x, y2: end.y, duration_ms: turnMs })
    await eyes.rest()
    if (eyes.screen.changes === before) break
  }
  throw new StepFailure(
    isId
      ? `No app on the home screen is called like ${app}. Write its name, or name it under "apps" in the vocabulary.`
      : `The app ${app} is not on the home screen.`,
    app,
    eyes.seen,
  )
}

export async function setAirplaneMode(
  step: SetAirplaneMode,
  { hands, names, memory }: StepContext,
): Promise<void> {
  const on = isOn(fill(step.value, names))
  await hands.act({ type: 'airplane', on })
  memory.airplane = on
}

export async function toggleAirplaneMode({ hands, memory }: StepContext): Promise<void> {
  if (memory.airplane === null)
    throw new StepFailure('The flow has not set airplane mode, so it can’t toggle it.')
  await hands.act({ type: 'airplane', on: !memory.airplane })
  memory.airplane = !memory.airplane
}

export async function addMedia(step: AddMedia, { phone, names, uploads, stop }: StepContext): Promise<void> {
  for (const file of step.files) {
    const path = await resolveFile(file, names)
    stop.throwIfAborted()
    uploads.take(1)
    await phone.upload(path, stop)
  }
}
