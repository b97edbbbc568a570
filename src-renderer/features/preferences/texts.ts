import type { MouseAction, Preferences } from '../../../src-shared/features/preferences-state'

/** What this room says, in English. */
export const texts = {
  settings: {
    title: 'Settings',
    search: 'Search settings',
    noneFound: 'No settings match “{search}”.',
    language: 'Language',
    theme: 'Colours',
    /** Finds it, too. */
    themeWords: 'theme, dark mode, colors, appearance',
    themes: { system: 'System', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
    density: 'Density',
    densities: { normal: 'Normal', compact: 'Compact' },
    keyboard: 'Keyboard',
    asSystem: 'System ({language})',
    mouse: 'Mouse on a screen',
    buttons: { right: 'Right button', middle: 'Middle button' },
    actions: {
      home: 'Home',
      appSwitcher: 'App switcher',
      lock: 'Lock',
      search: 'Search on phone',
      none: 'Nothing',
    } satisfies Record<MouseAction, string>,
    /** In the list of gestures. */
    clicks: { right: 'Right click', middle: 'Middle click' },
    does: {
      home: 'Go to home screen',
      appSwitcher: 'Open app switcher',
      lock: 'Lock phone',
      search: 'Search on phone',
    } satisfies Record<Exclude<MouseAction, 'none'>, string>,
    mouseHint: 'Each click uses one action of today’s budget.',
    lineKey: 'Key for drawing lines',
    lineHint: 'Hold it while dragging on a screen. Some desktops move windows with Alt.',
    pauseAfter: 'Pause all phones when idle',
    never: 'Never',
    afterMinutes: 'After {span}',
    pauseHint: 'Paused phones use no active minutes. A locked screen pauses them, too.',
    mostFps: 'Frame rate of thumbnails',
    focusMostFps: 'Frame rate of the focus view',
    noMost: 'No limit',
    mostFpsHint: 'A limit saves data. A slow computer lowers the rate further.',
    updates: 'Install new versions',
    updatesElsewhere: 'This installation can’t update itself.',
    captures: {
      title: 'Captures',
      folder: 'Folder',
      chooseFolder: 'Choose folder…',
      folderHint: 'Empty: the system’s Pictures and Videos.',
      folderOfRun: 'Set for this run by FLEETWALL_CAPTURES.',
      pattern: 'File names',
      patternUnknown: 'Fleetwall keeps this as text: {parts}',
      patternHint: 'Takes {fleet}, {date}, {time}, {phone} and {id}; / makes folders.',
      example: 'Example: {path}',
      format: 'Screenshots',
      formats: { jpeg: 'JPEG, as sent', png: 'PNG' } satisfies Record<
        Preferences['captures']['format'],
        string
      >,
    },
    network: {
      title: 'Network',
      proxy: 'Proxy',
      modes: { system: 'System', none: 'None', manual: 'Manual' } satisfies Record<
        Preferences['proxy']['mode'],
        string
      >,
      address: 'Proxy address',
      addressHint: 'proxy.example:3128',
      addressRefused: 'Enter an address like proxy.example:3128. Name and password have their own fields.',
      user: 'Name, if it asks for one',
      password: 'Password, kept in the keychain',
      passwordOfRun: 'Password, kept for this run: no keychain found',
      use: 'Use this proxy',
    },
    policy: {
      title: 'Managed by your organisation',
      about: 'Set in {file}.',
      proxy: 'Proxy: {address}',
      fleets: 'Fleets to add: {names}',
      off: {
        updates: 'Updates are off.',
        browserShell: 'Use in a browser is off.',
        clipboardSync: 'Clipboard sync is off.',
        recording: 'Recording is off.',
      },
    },
  },
} as const
