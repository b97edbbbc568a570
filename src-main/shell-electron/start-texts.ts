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
  es: {
    failed: 'No se pudo iniciar Fleetwall.',
    crashing: 'Su ventana se cierra por errores una y otra vez.',
    folder: 'La carpeta {path} no se puede usar ({code}).',
    file: 'El archivo {path} no se puede usar ({code}).',
    'not-writable': 'Fleetwall no tiene permiso para escribir en {path}.',
    'in-use': 'Fleetwall ya está abierto con la carpeta {path}.',
  },
  pt: {
    failed: 'Não foi possível iniciar o Fleetwall.',
    crashing: 'A janela trava repetidamente.',
    folder: 'A pasta {path} não pode ser usada ({code}).',
    file: 'O arquivo {path} não pode ser usado ({code}).',
    'not-writable': 'O Fleetwall não tem permissão para gravar em {path}.',
    'in-use': 'O Fleetwall já está aberto com a pasta {path}.',
  },
  ru: {
    failed: 'Не удалось запустить Fleetwall.',
    crashing: 'В его окне постоянно происходят сбои.',
    folder: 'Папку {path} нельзя использовать ({code}).',
    file: 'Файл {path} нельзя использовать ({code}).',
    'not-writable': 'Fleetwall не имеет права писать в {path}.',
    'in-use': 'Fleetwall уже запущен с папкой {path}.',
  },
  zh: {
    failed: '无法启动 Fleetwall。',
    crashing: '其窗口反复崩溃。',
    folder: '无法使用文件夹 {path}（{code}）。',
    file: '无法使用文件 {path}（{code}）。',
    'not-writable': 'Fleetwall 无权写入 {path}。',
    'in-use': 'Fleetwall 已在使用文件夹 {path} 运行。',
  },
  ja: {
    failed: 'Fleetwallを起動できませんでした。',
    crashing: 'ウィンドウが何度もクラッシュします。',
    folder: 'フォルダー{path}は使えません（{code}）。',
    file: 'ファイル{path}は使えません（{code}）。',
    'not-writable': 'Fleetwallには{path}への書き込み権限がありません。',
    'in-use': 'Fleetwallはすでにフォルダー{path}で実行中です。',
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
