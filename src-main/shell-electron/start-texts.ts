import { bestLanguage, type Language } from '../../src-shared/features/preferences-state'
import { formatText } from '../../src-shared/texts/format-text'
import { FolderError, folderSentences, type FolderFlaw } from '../core/disk/folder-error'

type StartText = 'failed' | 'crashing' | FolderFlaw

// The page has all other texts, but can't send them yet.
const texts: Record<Language, Record<StartText, string>> = {
  en: {
    failed: 'Fleetwall couldn’t start.',
    crashing: 'Its window keeps crashing.',
    ...folderSentences,
  },
  de: {
    failed: 'Fleetwall konnte nicht starten.',
    crashing: 'Das Fenster stürzt immer wieder ab.',
    folder: 'Der Ordner {path} ist nicht brauchbar ({code}).',
    file: 'Die Datei {path} ist nicht brauchbar ({code}).',
    'not-writable': 'Fleetwall darf nicht in {path} schreiben.',
    'in-use': 'Fleetwall läuft schon mit dem Ordner {path}.',
  },
}

/**
 * Returns why Fleetwall couldn't start, in the system's language; other errors than a folder's stay English.
 * @param why `crashing` where the page crashes before it has sent its texts
 * @param wanted BCP 47, the best first
 */
export function describeFailedStart(
  why: unknown,
  wanted: readonly string[],
): { message: string; detail: string } {
  const language = bestLanguage(wanted)
  return { message: texts[language].failed, detail: detailOf(why, language) }
}

function detailOf(why: unknown, language: Language): string {
  const words = texts[language]
  if (why === 'crashing') return words.crashing
  if (why instanceof FolderError) return formatText(language, words[why.flaw], why.values)
  return why instanceof Error ? why.message : String(why)
}
