import { z } from 'zod'
import { automationKinds } from '../../../../src-shared/protocol/automation-kind'
import {
  airplane,
  anyText,
  typed,
  commands as steps,
  count,
  env,
  flag,
  list,
  milliseconds,
  number,
  off,
  oneOf,
  point,
  script,
  text,
  timeout,
  word,
} from './fields'
import { common, condition, targetMap, textMap, visible, visibleMap } from './selectors'

const settle = {
  retryTapIfNoChange: flag.optional().describe('Taps once more when the screen has not changed.'),
  waitToSettleTimeoutMs: milliseconds.optional().describe('The longest wait for a still screen afterwards.'),
}
const tap = {
  ...settle,
  repeat: count(100).optional().describe('How often.'),
  delay: milliseconds.optional().describe('Between taps, in ms. 100 by default.'),
}
const direction = oneOf('up', 'down', 'left', 'right')
const path = text.describe('Below the report’s folder, without an ending.')
const mask = z.union([
  oneOf('statusbar'),
  z.strictObject({
    left: number(0, 100),
    top: number(0, 100),
    width: number(0, 100),
    height: number(0, 100),
  }),
])

interface Definition {
  readonly schema: z.ZodType
  /** The option that a plain value stands for. */
  readonly short: string | null
  /** The command can stand alone, as in `- scroll`. */
  readonly bare: boolean
}

const define = <Schema extends z.ZodType>(
  about: string,
  schema: Schema,
  short: string | null,
  bare = false,
) => ({
  schema: schema.describe(about),
  short,
  bare,
})
const alone = (about: string) => define(about, z.strictObject(common), null, true)

/** Every command, in the order of the reference (docs/flows.md). */
export const commands = {
  tapOn: define('Taps on a text, an image or a point.', targetMap.safeExtend(tap), 'text'),
  doubleTapOn: define('Taps twice.', targetMap.safeExtend(tap), 'text'),
  longPressOn: define('Presses and holds.', targetMap.safeExtend(settle), 'text'),
  inputText: define(
    'Types into the focused field. A character that the phone skips fails the step.',
    z.strictObject({ text: typed, ...common }),
    'text',
  ),
  eraseText: define(
    'Erases so many letters; from 50 on, and by default, all of the field in two actions.',
    z.strictObject({ charactersToErase: count(1000).optional(), ...common }),
    'charactersToErase',
    true,
  ),
  pasteText: alone('Pastes the phone’s clipboard.'),
  setClipboard: define('Sets the phone’s clipboard.', z.strictObject({ text: anyText, ...common }), 'text'),
  copyTextFrom: define('Keeps a text of the screen in ${fleetwall.copiedText}.', textMap, 'text'),
  pressKey: define(
    'Presses a key or a button of the phone: Home, Lock, Enter, Backspace and others of the vocabulary.',
    z.strictObject({ key: word, ...common }),
    'key',
  ),
  back: alone('Goes back, where the vocabulary has a key BrowserBack.'),
  hideKeyboard: alone('Presses the vocabulary’s key Escape.'),
  swipe: define(
    'Swipes from point to point, or in a direction.',
    z
      .strictObject({
        start: point.optional(),
        end: point.optional(),
        direction: direction.optional(),
        from: visible.optional().describe('Where a swipe in a direction begins.'),
        duration: milliseconds.optional().describe('In ms. 400 by default.'),
        ...common,
      })
      .refine(
        ({ start, end, direction: towards, from }) =>
          towards === undefined
            ? start !== undefined && end !== undefined && from === undefined
            : start === undefined && end === undefined,
        'either start and end, or direction is needed',
      ),
    'direction',
  ),
  scroll: alone('Scrolls down by one screen.'),
  scrollUntilVisible: define(
    'Scrolls until something is on the screen.',
    z.strictObject({
      element: visible,
      direction: direction.optional().describe('DOWN by default.'),
      timeout: timeout.optional().describe('In ms. 20000 by default.'),
      speed: number(0, 100).optional().describe('40 by default.'),
      visibilityPercentage: number(0, 100).optional().describe('Accepted: what was found is wholly visible.'),
      centerElement: flag.optional().describe('Scrolls on to the screen’s middle.'),
      ...common,
    }),
    'element',
  ),
  openLink: define(
    'Opens an address.',
    z.strictObject({ link: text, autoVerify: off, browser: off, ...common }),
    'link',
  ),
  launchApp: define(
    'Opens an app: a target of open_app, a name on the home screen, or an app’s id. Alone, it opens the header’s appId.',
    z.strictObject({
      appId: text.optional(),
      username: text.optional().describe('The bot, for messenger.'),
      clearState: off,
      clearKeychain: off,
      stopApp: off,
      ...common,
    }),
    'appId',
    true,
  ),
  setAirplaneMode: define(
    'Turns airplane mode on or off: enabled, disabled.',
    z.strictObject({ value: airplane, ...common }),
    'value',
  ),
  toggleAirplaneMode: alone('Turns it over. setAirplaneMode has to come first.'),
  addMedia: define(
    'Uploads files to the phone.',
    z.strictObject({
      files: list(text).refine((files) => files.length > 0, 'must be a file, or a list of files'),
      ...common,
    }),
    'files',
  ),
  assertVisible: define('Waits up to 7 s for a text or an image.', visibleMap, 'text'),
  assertNotVisible: define('Waits up to 7 s until it is gone.', visibleMap, 'text'),
  extendedWaitUntil: define(
    'Waits longer.',
    z
      .strictObject({
        visible: visible.optional(),
        notVisible: visible.optional(),
        timeout: timeout.optional().describe('In ms. 7000 by default.'),
        ...common,
      })
      .refine(
        (given) => given.visible !== undefined || given.notVisible !== undefined,
        'visible or notVisible is needed',
      ),
    null,
  ),
  waitForAnimationToEnd: define(
    'Waits until the screen has not changed for 500 ms.',
    z.strictObject({
      timeout: timeout.optional().describe('In ms. 15000 by default; then the flow goes on.'),
      ...common,
    }),
    null,
    true,
  ),
  takeScreenshot: define('Keeps the screen in the report.', z.strictObject({ path, ...common }), 'path'),
  assertScreenshot: define(
    'Compares the screen with a kept one.',
    z.strictObject({
      path: text.describe('The kept screenshot.'),
      thresholdPercentage: number(0, 100)
        .optional()
        .describe('The share of pixels that must be equal. 95 by default.'),
      mask: list(mask)
        .optional()
        .describe('What is not compared: statusbar, or {left, top, width, height} in percent.'),
      ...common,
    }),
    'path',
  ),
  startRecording: define('Begins a video in the report.', z.strictObject({ path, ...common }), 'path'),
  stopRecording: alone('Ends it.'),
  repeat: define(
    'Repeats commands.',
    z
      .strictObject({
        times: count(10_000).optional(),
        while: condition.optional(),
        commands: steps,
        ...common,
      })
      .refine((given) => given.times !== undefined || given.while !== undefined, 'times or while is needed'),
    null,
  ),
  retry: define(
    'Tries commands again when one of them fails.',
    z
      .strictObject({
        maxRetries: count(3).optional().describe('0 to 3. 1 by default.'),
        commands: steps.optional(),
        file: word.optional(),
        ...common,
      })
      .refine(
        (given) => (given.commands === undefined) !== (given.file === undefined),
        'either commands or file is needed',
      ),
    null,
  ),
  runFlow: define(
    'Runs another flow, or commands under a condition.',
    z
      .strictObject({
        file: word.optional(),
        commands: steps.optional(),
        when: condition.optional(),
        env: env.optional(),
        ...common,
      })
      .refine(
        (given) => (given.commands === undefined) !== (given.file === undefined),
        'either commands or file is needed',
      ),
    'file',
  ),
  assertTrue: define(
    'Fails unless an expression holds.',
    z.strictObject({ condition: text, ...common }),
    'condition',
  ),
  evalScript: define(
    'Assigns to output: ${output.name = …}.',
    z.strictObject({ script, ...common }),
    'script',
  ),
  launchAutomation: define(
    'Launches an automation of the service.',
    z.strictObject({
      kind: oneOf(...automationKinds).describe(automationKinds.join(', ')),
      account: text.optional(),
      fields: z
        .record(z.string(), anyText)
        .refine((fields) => Object.keys(fields).length > 0, 'no field is named')
        .optional()
        .describe('Further ones of the kind, as the vocabulary names them in automationLaunch.more.'),
      ...common,
    }),
    'kind',
  ),
  waitForJob: define(
    'Waits for the job that the flow launched last. It fails when the job fails.',
    z.strictObject({ timeout: timeout.optional().describe('In ms. 600000 by default.'), ...common }),
    'timeout',
    true,
  ),
  expectFrameRate: define(
    'Fails when the stream is slower.',
    z.strictObject({
      atLeast: number(0, 120).describe('Frames a second.'),
      duration: milliseconds.optional().describe('How long to count, in ms. 3000 by default.'),
      ...common,
    }),
    'atLeast',
  ),
} satisfies Record<string, Definition>

export type CommandName = keyof typeof commands
export type Options<Name extends CommandName> = z.output<(typeof commands)[Name]['schema']>

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)
