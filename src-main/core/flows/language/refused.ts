const noTree = 'a phone that is only seen has no element tree. Use a text, an image or a point'
const noState = 'the service can’t reset an app. Undo by taps what a flow did'
const noAi = 'Fleetwall judges without AI. Use assertVisible or assertScreenshot'
const noStop = 'the service can’t stop an app. Use pressKey: Home'
const noWait = 'a flow waits for what the screen shows. Use waitForAnimationToEnd or extendedWaitUntil'
const beside = 'there is no element tree. Use index or a point'
const android = 'it works on Android only. Leave it out'

/** Maestro's commands that can't work here: why, and what to use instead. */
export const refusedCommands: ReadonlyMap<string, string> = new Map([
  ['clearState', noState],
  ['clearKeychain', noState],
  ['stopApp', noStop],
  ['killApp', noStop],
  ['setLocation', 'the service can’t set a phone’s place. Use openLink with an address that names it'],
  ['travel', 'the service can’t set a phone’s place. Use openLink with an address that names it'],
  ['setOrientation', 'the service can’t turn a phone. Use a flow for each position'],
  ['setPermissions', 'the service can’t set permissions. Use tapOn in the phone’s question'],
  ['setDarkMode', 'the service has no such action. Use tapOn in the phone’s settings'],
  ['shake', 'the service can’t move a phone. Use another way of the app'],
  ['installApp', 'the service can’t install apps. Use phones that have it'],
  ['runScript', 'a flow runs no JavaScript. Use evalScript with a small expression'],
  ['assertWithAI', noAi],
  ['assertNoDefectsWithAI', noAi],
  ['assertVisualAI', noAi],
  ['extractTextWithAI', 'Fleetwall reads without AI. Use copyTextFrom'],
  ['openBrowser', 'Use openLink'],
  ['wait', noWait],
  ['sleep', noWait],
  ['action', 'Use the command alone, as in - scroll'],
])

/** Maestro's options that can't work here. */
export const refusedOptions: ReadonlyMap<string, string> = new Map([
  ...['id', 'css', 'traits', 'enabled', 'selected', 'checked', 'focused', 'width', 'height', 'tolerance'].map(
    (name) => [name, noTree] as const,
  ),
  ...['below', 'above', 'leftOf', 'rightOf', 'childOf', 'containsChild', 'containsDescendants'].map(
    (name) => [name, beside] as const,
  ),
  ['timeout', 'its time is fixed. Use extendedWaitUntil for longer'],
  ['relativePoint', 'the box of a text is not its button. Use point alone'],
  ['waitUntilVisible', 'a tap waits for its text anyway. Leave it out'],
  ['clearState', noState],
  ['clearKeychain', noState],
  ['stopApp', noStop],
  ['permissions', 'the service can’t set permissions. Use tapOn in the phone’s question'],
  ['arguments', 'the service starts apps without arguments. Use openLink'],
  ['autoVerify', android],
  ['browser', android],
  ['platform', 'the service doesn’t say a phone’s platform. Use when: {true: ${…}} and --env'],
  ['cropOn', 'there is no element tree. Use mask'],
  ['jsEngine', 'a flow runs no JavaScript. Leave it out'],
  ['url', 'a flow begins on the phone. Use openLink'],
  ['androidWebViewHierarchy', noTree],
  ['local', 'flows run in the order of their paths. Use executionOrder'],
  ['testOutputDir', 'a folder of flows writes nowhere. Use --test-output-dir'],
  ['notifications', 'Fleetwall sends no mail. Leave it out'],
  ['baselineBranch', 'Fleetwall has no cloud. Leave it out'],
])
