import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read } from './read'

const open = (name: string) =>
  read(readFileSync(join(import.meta.dirname, 'maestro', `${name}.yaml`), 'utf8'))

describe('a flow that was written for Maestro', () => {
  it.each(['add-to-cart', 'onboarding', 'settings-scroll', 'airplane'])(
    'is read as it is, with texts and points: %s',
    (name) => {
      const { flow, problems } = open(name)
      expect(problems).toEqual([])
      expect(flow.steps.length).toBeGreaterThan(5)
    },
  )

  it.each([
    [
      'login-by-id',
      [
        'a.yaml:5:17: launchApp: clearState can’t be used: the service can’t reset an app. Undo by taps what a flow did',
        'a.yaml:7:5: tapOn: id can’t be used: a phone that is only seen has no element tree. Use a text, an image or a point',
        'a.yaml:10:5: tapOn: id can’t be used: a phone that is only seen has no element tree. Use a text, an image or a point',
        'a.yaml:14:5: tapOn: enabled can’t be used: a phone that is only seen has no element tree. Use a text, an image or a point',
        'a.yaml:17:5: assertVisible: below can’t be used: there is no element tree. Use index or a point',
      ],
    ],
    [
      'places',
      [
        'a.yaml:4:3: clearState can’t be used: the service can’t reset an app. Undo by taps what a flow did',
        'a.yaml:5:3: setLocation can’t be used: the service can’t set a phone’s place. Use openLink with an address that names it',
        'a.yaml:8:3: travel can’t be used: the service can’t set a phone’s place. Use openLink with an address that names it',
        'a.yaml:13:3: stopApp can’t be used: the service can’t stop an app. Use pressKey: Home',
      ],
    ],
    [
      'scripted',
      [
        'a.yaml:3:1: jsEngine can’t be used: a flow runs no JavaScript. Leave it out',
        'a.yaml:5:3: runScript can’t be used: a flow runs no JavaScript. Use evalScript with a small expression',
        'a.yaml:6:15: evalScript: script: .floor can’t be used in an expression: there are length, toUpperCase, toLowerCase, trim, includes, startsWith, endsWith, replace, slice',
        'a.yaml:7:14: inputText: text: .stringify can’t be used in an expression: there are length, toUpperCase, toLowerCase, trim, includes, startsWith, endsWith, replace, slice',
        'a.yaml:8:15: assertTrue: condition: .get can’t be used in an expression: there are length, toUpperCase, toLowerCase, trim, includes, startsWith, endsWith, replace, slice',
      ],
    ],
    [
      'judged-by-ai',
      [
        'a.yaml:4:3: assertWithAI can’t be used: Fleetwall judges without AI. Use assertVisible or assertScreenshot',
        'a.yaml:6:3: extractTextWithAI can’t be used: Fleetwall reads without AI. Use copyTextFrom',
        'a.yaml:9:7: runFlow: when.platform can’t be used: the service doesn’t say a phone’s platform. Use when: {true: ${…}} and --env',
        'a.yaml:11:9: back: the vocabulary has no key BrowserBack. Use tapOn, or add the key to the vocabulary',
        'a.yaml:12:13: pressKey: key: the vocabulary has no key Volume Up. It has home, appSwitcher, lock, search, Enter, Backspace, Delete, Tab, Escape, ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Home, End, PageUp, PageDown',
      ],
    ],
  ])('is refused at every place that can’t work, with what to use instead: %s', (name, expected) => {
    expect(open(name).problems).toEqual(expected)
  })
})
