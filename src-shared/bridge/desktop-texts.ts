import { formatText } from '../texts/format-text'

/**
 * The texts that appear outside pages, with placeholders and plural forms as in the page's catalogue, and their locale
 * (BCP 47).
 */
export interface DesktopTexts {
  locale: string
  texts: Record<DesktopText, string>
}

export const desktopTexts = [
  'quitTitle',
  'quitTasks',
  'quitFlows',
  'quitFlowRecording',
  'quitInputs',
  'quitConversions',
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
  'watchedChange',
  'watchedStill',
  'watchedText',
] as const
export type DesktopText = (typeof desktopTexts)[number]

/** Formats one of the desktop's texts with its values. */
export function formatDesktopText(
  { locale, texts }: DesktopTexts,
  text: DesktopText,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return formatText(locale, texts[text], values)
}
