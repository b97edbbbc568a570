import type { Deed } from '../protocol/action'
import type { Size } from '../protocol/device'
import type { NewsGroup } from './news-state'

/** Height of a screen on the wall, in CSS px. */
export const smallestTile = 120
export const largestTile = 960

/** Height of the panel's content, in CSS px: at least three rows, and never the whole wall. */
export const smallestPanel = 88
export const largestPanel = 640

/** The panel's tabs, in their order. */
export const panelTabs = [
  'uploads',
  'tasks',
  'flows',
  'jobs',
  'activity',
  'captures',
  'schedules',
  'rules',
] as const
export type PanelTab = (typeof panelTabs)[number]

/** What a mouse button does on a screen: a preset of the vocabulary, or nothing. */
export const mouseActions = ['home', 'appSwitcher', 'lock', 'search', 'none'] as const
export type MouseAction = (typeof mouseActions)[number]

/** Keys to hold while drawing a line; `mod` is Cmd on macOS and Ctrl elsewhere. */
export const lineKeys = ['alt', 'mod', 'shift', 'none'] as const

/** The page's languages (ISO 639). */
export const languages = ['en', 'de', 'es', 'pt', 'ru', 'zh', 'ja'] as const
export type Language = (typeof languages)[number]
/** `system` is the first of the system's languages that the page has. */
export const languageChoices = ['system', ...languages] as const

/** The offered minutes without input until all phones pause; 0 for never. */
export const pauseChoices = [0, 5, 10, 15, 30, 60] as const

/** What a newcomer tries first; each is hinted at until it is done. */
export const firstSteps = ['touch', 'type', 'drop'] as const
export type FirstStep = (typeof firstSteps)[number]

/** How often Fleetwall says how to leave a phone's keyboard. */
export const mostKeyboardHints = 3

/** How many commands the palette shows first. */
export const mostRecent = 8

/** How the service is reached: as the system says, directly, or through one proxy. */
export const proxyModes = ['system', 'none', 'manual'] as const

/** The window's colours; `system` follows the computer's, `contrast` is dark with the strongest contrast. */
export const themes = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof themes)[number]

/** How much room the lines and buttons of panels and lists take. */
export const densities = ['normal', 'compact'] as const

/** How screenshots are kept: as the service sends them, or without further loss. */
export const pictureFormats = ['jpeg', 'png'] as const

/** The offered frame rates of thumbnails and of the focus view, in frames a second; 0 for no limit. */
export const thumbnailFpsChoices = [0, 15, 10, 5, 2, 1] as const
export const focusFpsChoices = [0, 20, 15, 10, 5] as const

/** The offered days for which the activity log and runs of flows are kept. */
export const keptDaysChoices = [1, 7, 30, 90] as const

/** The offered shares of one processor core that rules take at most to look at screens, in percent. */
export const rulesPercentChoices = [5, 10, 25, 50] as const

/** A gesture that the user keeps as a command. */
export interface OwnGesture {
  /** Names its shortcut in `shortcuts`. */
  id: string
  name: string
  action: Deed
  /** As for the bridge's `device.act`; null: each phone's snapshot pixels. */
  space: Size | null
}

/** How many gestures a user can keep as commands. */
export const mostOwnGestures = 50

/** The user's settings; kept over restarts, the same for all fleets. */
export interface Preferences {
  language: (typeof languageChoices)[number]
  theme: Theme
  density: (typeof densities)[number]
  /** Shortcuts by command id; a command that is left out keeps its own. */
  shortcuts: Record<string, string[]>
  ownGestures: OwnGesture[]
  /** Height of a screen on the wall, in CSS px; `fit` shows all of them at once. */
  tileSize: 'fit' | number
  /** Whether the inspector is open: on the wall, and in the focus view. */
  inspector: { wall: boolean; focus: boolean }
  /** Whether views, labels and states stand beside the wall. */
  rail: boolean
  /** Whether the focus view has a filmstrip. */
  strip: boolean
  /** Whether the panel is open, with which tab, and the height of its content in CSS px. */
  panel: { shown: boolean; tab: PanelTab; height: number }
  /** What the mouse buttons do on a screen. */
  mouse: { right: MouseAction; middle: MouseAction }
  /** Held while drawing a line on a screen. */
  lineKey: (typeof lineKeys)[number]
  /** Whether a copy on a phone sets the computer's clipboard, and a paste sets the phone's. */
  clipboardSync: boolean
  /** Minutes without input after which all phones pause; 0 for never. */
  pauseAfter: number
  /** The most frames a second of each stream; 0 for no limit. */
  mostFps: { thumbnails: number; focus: number }
  /** The days for which the activity log is kept. */
  activityDays: number
  /** The days for which runs of flows are kept, with their reports. */
  flowRunDays: number
  /** The share of one processor core that rules take at most to look at screens, in percent. */
  rulesPercent: number
  /** The first steps that the user has done. */
  tried: FirstStep[]
  /** How often Fleetwall has said how to leave a phone's keyboard. */
  keyboardHints: number
  /** The commands that were picked last in the palette, by id, the latest first. */
  recent: string[]
  /** Whether the desktop tells of what has happened while Fleetwall is in the background. */
  notifications: boolean
  /** Whether the system starts Fleetwall when the person logs in; never in a browser. */
  startsWithComputer: boolean
  /** Whether the user's programs and agents may connect. */
  door: boolean
  /** What the desktop does not tell of. */
  quietNews: NewsGroup[]
  /** Whether new versions are installed. */
  updates: boolean
  /** `address` as `host:port` or a URL; `user` empty without a password, which is in the keychain. */
  proxy: { mode: (typeof proxyModes)[number]; address: string; user: string }
  /** `folder` empty: the system's folders of pictures and videos. `pattern` names the files, as `captureName`. */
  captures: { folder: string; pattern: string; format: (typeof pictureFormats)[number] }
}

/** How a window is divided. A fleet's first wall has it of the preferences, a further one has its own. */
export type Look = Pick<Preferences, 'tileSize' | 'inspector' | 'rail' | 'strip' | 'panel'>
export const lookOf = ({ tileSize, inspector, rail, strip, panel }: Preferences): Look => ({
  tileSize,
  inspector,
  rail,
  strip,
  panel,
})

/** Returns a proxy's address as a URL: `http`, if it names no scheme. */
export const withProxyScheme = (address: string): string =>
  address.includes('://') ? address : `http://${address}`

const proxyForm = /^(?:\w+:\/\/)?([\p{L}\p{N}._-]{1,255}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?\/?$/iu

/** Whether an address of a proxy can be used: `host:port` or a URL, without name and password. Empty for none. */
export function isProxyAddress(address: string): boolean {
  const [, host = '', port = '0'] = proxyForm.exec(address) ?? [null, '', '65536']
  return address === '' || (isHost(host) && Number(port) < 65_536)
}

/** A URL takes a host that ends in a number for IPv4. */
function isHost(host: string): boolean {
  if (!/(?:^|\.)\d+\.?$/.test(host)) return true
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) && host.split('.').every((part) => Number(part) < 256)
}

/** Whether the desktop tells of such news. */
export const tellsOf = (
  { notifications, quietNews }: Pick<Preferences, 'notifications' | 'quietNews'>,
  group: NewsGroup,
): boolean => notifications && !quietNews.includes(group)

/** The settings that change. */
export type PreferenceChanges = { [Name in keyof Preferences]?: Preferences[Name] | undefined }

/** The settings of a new installation. */
export const defaultPreferences: Preferences = {
  language: 'system',
  theme: 'system',
  density: 'normal',
  shortcuts: {},
  ownGestures: [],
  tileSize: 'fit',
  inspector: { wall: false, focus: true },
  rail: false,
  strip: false,
  panel: { shown: false, tab: 'uploads', height: 200 },
  mouse: { right: 'home', middle: 'none' },
  lineKey: 'alt',
  clipboardSync: false,
  pauseAfter: 0,
  mostFps: { thumbnails: 0, focus: 0 },
  activityDays: 30,
  flowRunDays: 30,
  rulesPercent: 25,
  tried: [],
  keyboardHints: 0,
  recent: [],
  notifications: true,
  startsWithComputer: false,
  door: false,
  quietNews: [],
  updates: true,
  proxy: { mode: 'system', address: '', user: '' },
  captures: { folder: '', pattern: '{fleet}/{date} {time} {phone}', format: 'jpeg' },
}

/** Returns the preferences with the changes; undefined values change nothing. */
export function withChanges(preferences: Preferences, changes: PreferenceChanges): Preferences {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...preferences, ...Object.fromEntries(given) }
}

/** On patrol, a phone is live this long, in ms, before it gives its slot to one that waits. */
export const patrolTurnMs = 20_000

/** Returns the first wanted language that Fleetwall has, else English. @param wanted BCP 47, the best first */
export function bestLanguage(wanted: readonly string[]): Language {
  // Traditional Chinese is read by others than Simplified.
  const known = wanted.filter((tag) => !/^zh\b.*-(hant|tw|hk|mo)\b/i.test(tag))
  const primary = known.map((tag) => tag.toLowerCase().split('-')[0])
  return primary.flatMap((one) => languages.find((id) => id === one) ?? [])[0] ?? 'en'
}
