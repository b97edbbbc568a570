import { evaluate, fillNumber } from '../language/evaluate'
import type { Repeat, Retry, RunFlow, Step } from '../language/flow'
import { lookForMs } from '../on-phone/eyes'
import { addMedia, launchApp, openLink, setAirplaneMode, toggleAirplaneMode } from './apps'
import { launchAutomation, waitForJob } from './jobs'
import { assertNotVisible, assertTrue, assertVisible, expectFrameRate, extendedWaitUntil } from './judging'
import { scroll, scrollUntilVisible, swipe } from './moves'
import { assertScreenshot, takeScreenshot } from './pictures'
import { startRecording, stopRecording } from './recording'
import type { StepContext } from './step-context'
import { doubleTapOn, longPressOn, tapOn } from './taps'
import { copyTextFrom, eraseText, inputText, pasteText, pressAction, setClipboard } from './typing'

/** A step that holds no other steps. */
export type PlainStep = Exclude<Step, Repeat | Retry | RunFlow>

export const isPlain = (step: Step): step is PlainStep =>
  step.command !== 'repeat' && step.command !== 'retry' && step.command !== 'runFlow'

/** Does one step. @throws StepFailure, FlowError, FaultError, LimitReached, or the reason of the case's end */
export async function doStep(step: PlainStep, context: StepContext): Promise<void> {
  const { hands, eyes, names } = context
  switch (step.command) {
    case 'tapOn':
      return tapOn(step, context)
    case 'doubleTapOn':
      return doubleTapOn(step, context)
    case 'longPressOn':
      return longPressOn(step, context)
    case 'inputText':
      return inputText(step, context)
    case 'eraseText':
      return eraseText(step, context)
    case 'pasteText':
      return pasteText(context)
    case 'setClipboard':
      return setClipboard(step, context)
    case 'copyTextFrom':
      return copyTextFrom(step, context)
    case 'pressKey':
    case 'back':
    case 'hideKeyboard':
      await hands.act(pressAction(step.press))
      return
    case 'swipe':
      return swipe(step, context)
    case 'scroll':
      return scroll(context)
    case 'scrollUntilVisible':
      return scrollUntilVisible(step, context)
    case 'openLink':
      return openLink(step, context)
    case 'launchApp':
      return launchApp(step, context)
    case 'setAirplaneMode':
      return setAirplaneMode(step, context)
    case 'toggleAirplaneMode':
      return toggleAirplaneMode(context)
    case 'addMedia':
      return addMedia(step, context)
    case 'assertVisible':
      return assertVisible(step.selector, lookForMs, context)
    case 'assertNotVisible':
      return assertNotVisible(step.selector, lookForMs, context)
    case 'extendedWaitUntil':
      return extendedWaitUntil(step, context)
    case 'waitForAnimationToEnd':
      await eyes.rest(fillNumber(step.timeoutMs, names))
      return
    case 'takeScreenshot':
      return takeScreenshot(step, context)
    case 'assertScreenshot':
      return assertScreenshot(step, context)
    case 'startRecording':
      return startRecording(step, context)
    case 'stopRecording':
      return stopRecording(context)
    case 'assertTrue':
      return assertTrue(step, context)
    case 'evalScript':
      evaluate(step.script, names)
      return
    case 'launchAutomation':
      return launchAutomation(step, context)
    case 'waitForJob':
      return waitForJob(step, context)
    case 'expectFrameRate':
      return expectFrameRate(step, context)
  }
}
