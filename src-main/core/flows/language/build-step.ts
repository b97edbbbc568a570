import { existsSync } from 'node:fs'
import type { LaunchFields } from '../../../../src-shared/protocol/launch-field'
import { ownValue } from '../../../../src-shared/protocol/own-value'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { CommandName, Options } from './commands'
import type {
  Condition,
  Env,
  FlowBody,
  FlowFile,
  FlowFolder,
  KeyPress,
  Place,
  Selector,
  Step,
  TextSelector,
  Visible,
} from './flow'
import { FlowError } from './flow-error'
import { insideOf, reportName } from './flow-files'
import { findBack, findKey, unknownKeyName, type KeyWords } from './keys'
import { launchValueOf } from './launch-value'
import { nearest } from './problem'
import { plainText } from './read-template'
import type { Template } from './template'

/** The parts of the vocabulary that flows name. */
export type FlowWords = KeyWords & Pick<Vocabulary, 'automationLaunch'>

/** What a step is made of beside its options. */
export interface Surroundings extends FlowFolder {
  readonly words: FlowWords
  /** The header's `appId`. */
  readonly appId: Template | null
  /** Reads the commands that stand below a key of this command. */
  nested(key: string): readonly Step[]
  /** Reads another file; null when it has mistakes. Throws a FlowError when there is none that can run here. */
  include(path: string): { readonly file: string; readonly body: FlowBody } | null
}

type Given<Selecting> = { readonly [Key in 'text' | 'image' | 'point']?: Template | undefined } & Selecting
type VisibleOptions = Given<Pick<Options<'assertVisible'>, 'threshold' | 'index'>>

const noEnv: Env = {}
const inline = (steps: readonly Step[]): FlowBody => ({
  env: noEnv,
  onFlowStart: [],
  onFlowComplete: [],
  steps,
})
const unreadable = inline([])

type Common = 'command' | 'label' | 'optional' | 'place' | 'summary'
type Own<Name extends CommandName> = Omit<Extract<Step, { command: Name }>, Common>

/** Adds the option in which a FlowError arose. */
function inOption<Made>(option: PropertyKey, make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    throw error instanceof FlowError ? new FlowError(error.message, [option, ...error.path]) : error
  }
}

function fileOf({ folder, root }: FlowFolder, path: Template, mustExist = true): FlowFile {
  const known = plainText(path)
  if (known !== null && !existsSync(insideOf({ folder, root }, known)) && mustExist)
    throw new FlowError(`${known} not found in the flow’s folder`)
  return { folder, root, path }
}

function namedInReport(path: Template) {
  const known = plainText(path)
  if (known !== null) inOption('path', () => reportName(known))
  return { path }
}

const textOf = (pattern: Template, index: Options<'copyTextFrom'>['index']): TextSelector => ({
  kind: 'text',
  pattern,
  index: index ?? 0,
})

function visibleOf({ text, image, threshold, index }: VisibleOptions, around: FlowFolder): Visible {
  if (text !== undefined) return textOf(text, index)
  if (image === undefined) throw new FlowError('text or image is missing')
  const file = inOption('image', () => fileOf(around, image))
  return { kind: 'image', image: file, threshold: threshold ?? 0.9, index: index ?? 0 }
}

const targetOf = (options: VisibleOptions, around: FlowFolder): Selector =>
  options.point === undefined ? visibleOf(options, around) : { kind: 'point', point: options.point }

/** What an option looks for; null when it is not given. */
const visibleIn = <Option extends string>(
  option: Option,
  options: { readonly [Key in Option]?: VisibleOptions | undefined },
  around: FlowFolder,
) => {
  const given = options[option]
  return given === undefined ? null : inOption(option, () => visibleOf(given, around))
}

function conditionIn<Option extends string>(
  option: Option,
  options: { readonly [Key in Option]?: Options<'repeat'>['while'] },
  around: FlowFolder,
): Condition | null {
  const given = options[option]
  if (given === undefined) return null
  return inOption(option, () => ({
    visible: visibleIn('visible', given, around),
    notVisible: visibleIn('notVisible', given, around),
    isTrue: given.true ?? null,
  }))
}

const settleOf = (options: Options<'longPressOn'>) => ({
  retryTapIfNoChange: options.retryTapIfNoChange ?? false,
  waitToSettleTimeoutMs: options.waitToSettleTimeoutMs ?? null,
})

const tapOf = (options: Options<'tapOn'>, around: FlowFolder) => ({
  selector: targetOf(options, around),
  ...settleOf(options),
  repeat: options.repeat ?? 1,
  delayMs: options.delay ?? 100,
})

function needed(press: KeyPress | null, key: string): KeyPress {
  if (press) return press
  throw new FlowError(`the vocabulary has no key ${key}. Use tapOn, or add the key to the vocabulary`)
}

function appOf(given: Template | undefined, header: Template | null): Template {
  const app = given ?? header
  if (!app) throw new FlowError('appId is missing, and the header has none')
  return app
}

function bodyOf(
  {
    file,
    commands,
  }: { readonly file?: string | undefined; readonly commands?: readonly unknown[] | undefined },
  around: Surroundings,
): { readonly file: string | null; readonly body: FlowBody } {
  if (file === undefined || commands !== undefined)
    return { file: null, body: inline(around.nested('commands')) }
  return inOption('file', () => around.include(file)) ?? { file, body: unreadable }
}

function launchFieldsOf(known: LaunchFields, kind: string, given: Readonly<Record<string, Template>>) {
  for (const [name, template] of Object.entries(given))
    inOption(name, () => {
      const field = ownValue(known, name)
      if (!field) throw new FlowError(unknownField(name, kind, Object.keys(known)))
      const text = plainText(template)
      if (text !== null) launchValueOf(field, text)
    })
  return Object.entries(known).map(([name, field]) => ({ name, field, given: ownValue(given, name) ?? null }))
}

function unknownField(name: string, kind: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  if (meant !== null) return `the vocabulary has no such field of ${kind}. Did you mean ${meant}?`
  return `the vocabulary has no such field of ${kind}${known.length === 0 ? '' : `. It has ${known.join(', ')}`}`
}

/** Makes steps of the options that a command's schema has read. Throws a FlowError for what no schema can know. */
const builders: {
  readonly [Name in CommandName]: (options: Options<Name>, around: Surroundings) => Own<Name>
} = {
  tapOn: tapOf,
  doubleTapOn: tapOf,
  longPressOn: (options, around) => ({ selector: targetOf(options, around), ...settleOf(options) }),
  inputText: ({ text }) => ({ text }),
  eraseText: ({ charactersToErase }) => ({ characters: charactersToErase ?? 50 }),
  pasteText: () => ({}),
  setClipboard: ({ text }) => ({ text }),
  copyTextFrom: ({ text, index }) => ({ selector: textOf(text, index) }),
  pressKey({ key }, { words }) {
    return inOption('key', () => {
      if (key.toLowerCase() === 'back') return { key, press: needed(findBack(words), 'BrowserBack') }
      const press = findKey(key, words)
      if (!press) throw new FlowError(unknownKeyName(key, words))
      return { key, press }
    })
  },
  back: (_, { words }) => ({ press: needed(findBack(words), 'BrowserBack') }),
  hideKeyboard: (_, { words }) => ({ press: needed(findKey('Escape', words), 'Escape') }),
  swipe({ start, end, direction, duration, ...options }, around) {
    const durationMs = duration ?? 400
    if (start !== undefined && end !== undefined) return { way: { kind: 'points', start, end }, durationMs }
    if (direction === undefined) throw new FlowError('direction is missing')
    return { way: { kind: 'direction', direction, from: visibleIn('from', options, around) }, durationMs }
  },
  scroll: () => ({}),
  scrollUntilVisible: ({ element, direction, timeout, speed, centerElement }, around) => ({
    element: inOption('element', () => visibleOf(element, around)),
    direction: direction ?? 'down',
    timeoutMs: timeout ?? 20_000,
    speed: speed ?? 40,
    centerElement: centerElement ?? false,
  }),
  openLink: ({ link }) => ({ link }),
  launchApp: ({ appId, username }, around) => ({
    app: appOf(appId, around.appId),
    username: username ?? null,
  }),
  setAirplaneMode: ({ value }) => ({ value }),
  toggleAirplaneMode: () => ({}),
  addMedia: ({ files }, around) => ({
    files: inOption('files', () => files.map((path, index) => inOption(index, () => fileOf(around, path)))),
  }),
  assertVisible: (options, around) => ({ selector: visibleOf(options, around) }),
  assertNotVisible: (options, around) => ({ selector: visibleOf(options, around) }),
  extendedWaitUntil: ({ timeout, ...options }, around) => ({
    visible: visibleIn('visible', options, around),
    notVisible: visibleIn('notVisible', options, around),
    timeoutMs: timeout ?? 7000,
  }),
  waitForAnimationToEnd: ({ timeout }) => ({ timeoutMs: timeout ?? 15_000 }),
  takeScreenshot: ({ path }) => namedInReport(path),
  assertScreenshot: ({ path, thresholdPercentage, mask }, around) => ({
    expected: inOption('path', () => fileOf(around, path, false)),
    thresholdPercentage: thresholdPercentage ?? 95,
    mask: mask ?? [],
  }),
  startRecording: ({ path }) => namedInReport(path),
  stopRecording: () => ({}),
  repeat: ({ times, ...options }, around) => ({
    times: times ?? null,
    while: conditionIn('while', options, around),
    steps: around.nested('commands'),
  }),
  retry: ({ maxRetries, ...options }, around) => ({
    maxRetries: maxRetries ?? 1,
    body: bodyOf(options, around).body,
  }),
  runFlow: ({ env, ...options }, around) => ({
    ...bodyOf(options, around),
    when: conditionIn('when', options, around),
    env: env ?? noEnv,
  }),
  assertTrue: ({ condition }) => ({ condition }),
  evalScript: ({ script }) => ({ script }),
  launchAutomation: ({ kind, account, fields = {} }, { words }) => ({
    kind,
    account: account ?? null,
    fields: inOption('fields', () => launchFieldsOf(words.automationLaunch.more?.[kind] ?? {}, kind, fields)),
  }),
  waitForJob: ({ timeout }) => ({ timeoutMs: timeout ?? 600_000 }),
  expectFrameRate: ({ atLeast, duration }) => ({ atLeast, durationMs: duration ?? 3000 }),
}

/** Makes the step of a command. Throws a FlowError for what no schema can know: keys, paths, apps. */
export function buildStep<Name extends CommandName>(
  name: Name,
  options: Options<Name>,
  at: { readonly place: Place; readonly summary: string },
  around: Surroundings,
): Step {
  const { label, optional } = options as Options<'scroll'>
  const common = { command: name, label: label ?? null, optional: optional ?? false, ...at }
  return { ...common, ...builders[name](options, around) } as unknown as Step
}
