import { z } from 'zod'
import { appTargets } from '../../../../src-shared/protocol/app-target'
import { ownValue } from '../../../../src-shared/protocol/own-value'
import { isAppId, looksLike } from '../language/app-id'
import { oneAction } from '../language/cost'
import { fill } from '../language/evaluate'
import { list, off, text, textThat } from '../language/fields'
import { FlowError, inOption } from '../language/flow-error'
import { fileOf, resolveFile } from '../language/flow-files'
import { common } from '../language/selectors'
import { middleOf } from '../look/box'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import { alone, command } from './command'
import { spotOf, stroke } from './places'
import type { StepContext } from './step-context'

const pageWithinMs = 1000
const mostPages = 4
const turnMs = 250

export const openLink = command(
  'Opens an address.',
  { schema: z.strictObject({ link: text, autoVerify: off, browser: off, ...common }), short: 'link' },
  {
    build: ({ link }) => ({ link }),
    cost: oneAction,
    run: ({ link }, { hands, names }) => hands.act({ type: 'open_url', url: fill(link, names) }),
  },
)

/** Opens a target of `open_app`; another app by its name on the home screen, or by a label that looks like its id. */
export const launchApp = command(
  'Opens an app: a target of open_app, a name on the home screen, or an app’s id. Alone, it opens the header’s appId.',
  {
    schema: z.strictObject({
      appId: text.optional(),
      username: text.optional().describe('The bot, for messenger.'),
      clearState: off,
      clearKeychain: off,
      stopApp: off,
      ...common,
    }),
    short: 'appId',
    bare: true,
  },
  {
    build({ appId, username }, around) {
      const app = appId ?? around.appId
      if (!app) throw new FlowError('appId is missing, and the header has none')
      return { app, username: username ?? null }
    },
    cost: oneAction,
    async run(step, context) {
      const { hands, names, words } = context
      const named = fill(step.app, names)
      const app = ownValue(words.apps, named) ?? named
      const target = appTargets.find((each) => each === app)
      if (!target) return openByName(app, context)
      const username = step.username === null ? null : fill(step.username, names)
      return hands.act({ type: 'open_app', target, ...(username === null ? {} : { username }) })
    },
  },
)

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
    isId ? `${reasons.noAppLike({ app })} ${reasons.nameApp}` : reasons.noApp({ app }),
    app,
    eyes.seen,
  )
}

/** Throws a FlowError for anything but enabled and disabled. */
function isOn(value: string): boolean {
  if (value === 'enabled') return true
  if (value === 'disabled') return false
  throw new FlowError(`${value.slice(0, 60)} is neither enabled nor disabled`)
}

export const setAirplaneMode = command(
  'Turns airplane mode on or off: enabled, disabled.',
  { schema: z.strictObject({ value: textThat(isOn), ...common }), short: 'value' },
  {
    build: ({ value }) => ({ value }),
    cost: oneAction,
    async run({ value }, { hands, names, memory }) {
      const on = isOn(fill(value, names))
      await hands.act({ type: 'airplane', on })
      memory.airplane = on
    },
  },
)

export const toggleAirplaneMode = command(
  'Toggles airplane mode. setAirplaneMode has to come first.',
  alone,
  {
    build: () => ({}),
    cost: oneAction,
    async run(_, { hands, memory }) {
      if (memory.airplane === null) throw new StepFailure(reasons.airplaneUnset)
      await hands.act({ type: 'airplane', on: !memory.airplane })
      memory.airplane = !memory.airplane
    },
  },
)

export const addMedia = command(
  'Uploads files to the phone.',
  {
    schema: z.strictObject({
      files: list(text).refine((files) => files.length > 0, 'must be a file, or a list of files'),
      ...common,
    }),
    short: 'files',
  },
  {
    build: ({ files }, around) => ({
      files: inOption('files', () => files.map((path, index) => inOption(index, () => fileOf(around, path)))),
    }),
    cost: ({ files }) => ({ actions: 0, uploads: files.length }),
    async run({ files }, { phone, names, uploads, stop }) {
      for (const file of files) {
        const path = await resolveFile(file, names)
        stop.throwIfAborted()
        uploads.take(1)
        await phone.upload(path, stop)
      }
    },
  },
)
