import type { Step } from '../language/flow'
import { deviceIp, readClipboard, recalibrate } from './answers'
import { addMedia, launchApp, openLink, setAirplaneMode, toggleAirplaneMode } from './apps'
import type { Command } from './command'
import { setLabels, setName, setNotes } from './edits'
import { launchAutomation, waitForJob } from './jobs'
import {
  assertNotVisible,
  assertTrue,
  assertVisible,
  evalScript,
  expectFrameRate,
  extendedWaitUntil,
  waitForAnimationToEnd,
} from './judging'
import { drag, path, scroll, scrollUntilVisible, swipe } from './moves'
import { repeat, retry, runFlow } from './nesting'
import { assertScreenshot, takeScreenshot } from './pictures'
import { press } from './press'
import {
  inputRandomCityName,
  inputRandomColorName,
  inputRandomCountryName,
  inputRandomEmail,
  inputRandomNumber,
  inputRandomPersonName,
  inputRandomText,
} from './random'
import { startRecording, stopRecording } from './recording'
import { doubleTapOn, longPressOn, tapOn } from './taps'
import {
  back,
  copyTextFrom,
  eraseText,
  hideKeyboard,
  inputText,
  pasteText,
  pressKey,
  setClipboard,
} from './typing'

/** Every command, in the order of the reference (docs/flows.md). */
export const commands = {
  tapOn,
  doubleTapOn,
  longPressOn,
  inputText,
  inputRandomEmail,
  inputRandomPersonName,
  inputRandomNumber,
  inputRandomText,
  inputRandomCityName,
  inputRandomCountryName,
  inputRandomColorName,
  eraseText,
  pasteText,
  setClipboard,
  readClipboard,
  copyTextFrom,
  pressKey,
  press,
  back,
  hideKeyboard,
  swipe,
  drag,
  path,
  scroll,
  scrollUntilVisible,
  openLink,
  launchApp,
  setAirplaneMode,
  toggleAirplaneMode,
  deviceIp,
  recalibrate,
  setName,
  setNotes,
  setLabels,
  addMedia,
  assertVisible,
  assertNotVisible,
  extendedWaitUntil,
  waitForAnimationToEnd,
  takeScreenshot,
  assertScreenshot,
  startRecording,
  stopRecording,
  repeat,
  retry,
  runFlow,
  assertTrue,
  evalScript,
  launchAutomation,
  waitForJob,
  expectFrameRate,
}

export type CommandName = keyof typeof commands
export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** A step of a command, with what is the command's own. */
export type StepOf<Name extends CommandName> = Name extends CommandName
  ? Step & { readonly command: Name } & ReturnType<(typeof commands)[Name]['build']>
  : never

/** Returns the command of that name. The list has each, and reading makes no step of another. */
export const commandNamed = (name: string): Command => commands[name as CommandName]
