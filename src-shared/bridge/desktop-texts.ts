import { formatText, type TextValues } from '../texts/format-text'

/**
 * The texts that appear outside pages, with placeholders and plural forms as in the page's catalogue, and their locale
 * (BCP 47).
 */
export interface DesktopTexts {
  locale: string
  texts: Record<DesktopText, string>
  /** The menu bar's menus of commands, on macOS; without it, those shown stay. */
  menus?: DesktopMenu[] | undefined
  /** The names of what macOS itself does, for the menu bar. Neither macOS nor Electron translates them. */
  roles?: Record<MenuRole, string> | undefined
}

/** What macOS itself does from the menu bar, and the menus around it, as Electron names them. */
export const menuRoles = [
  'services',
  'hide',
  'hideOthers',
  'unhide',
  'quit',
  'editMenu',
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'pasteAndMatchStyle',
  'delete',
  'selectAll',
  'substitutions',
  'showSubstitutions',
  'toggleSmartQuotes',
  'toggleSmartDashes',
  'toggleTextReplacement',
  'speech',
  'startSpeaking',
  'stopSpeaking',
  'windowMenu',
  'minimize',
  'zoom',
  'front',
] as const
export type MenuRole = (typeof menuRoles)[number]

/** A menu of the menu bar. */
export interface DesktopMenu {
  title: string
  /** Its commands; null is a line between them. */
  entries: (DesktopCommand | null)[]
}

/** A command of the page in the menu bar. */
export interface DesktopCommand {
  id: string
  title: string
  enabled: boolean
  /** Null for a command that switches nothing. */
  checked: boolean | null
  /** As Electron writes it: `CmdOrCtrl+K`; null for a key that cannot stand in a menu bar. */
  accelerator: string | null
}

export const desktopTexts = [
  'quitTitle',
  'quitTasks',
  'quitFlows',
  'quitFlowRecording',
  'quitInputs',
  'quitConversions',
  'quitSchedules',
  'quitAbout',
  'quitRecordings',
  'quitRecordingsAbout',
  'quitAllAbout',
  'quit',
  'stay',
  'crashed',
  'crashedAbout',
  'reload',
  'leave',
  'closeWindow',
  'ended',
  'arrived',
  'someFailed',
  'failed',
  'severalUploads',
  'andMore',
  'firedText',
  'firedGone',
  'firedChange',
  'firedStill',
  'firedOffline',
  'firedJob',
  'firedBudget',
  'severalRules',
  'severalSchedules',
  'scheduleMissed',
  'scheduleAhead',
  'scheduleFailed',
  'scheduleCounts',
  'scheduleUnknown',
  'flowsEnded',
  'flowsPassed',
  'flowsFailed',
  'flowsStopped',
  'flowsUnrun',
  'severalRuns',
  'jobReview',
  'jobFailed',
  'severalJobs',
  'phoneLost',
  'severalPhones',
  'budgetMinutes',
  'budgetActions',
  'budgetSnapshots',
  'budgetUploads',
  'budgetLow',
  'severalBudgets',
] as const
export type DesktopText = (typeof desktopTexts)[number]

/** Formats one of the desktop's texts with its values. */
export function formatDesktopText(
  { locale, texts }: DesktopTexts,
  text: DesktopText,
  values: TextValues = {},
): string {
  return formatText(locale, texts[text], values)
}
