import { expect, it } from 'vitest'
import german from '../../../../resources/languages/de.json'
import spanish from '../../../../resources/languages/es.json'
import japanese from '../../../../resources/languages/ja.json'
import portuguese from '../../../../resources/languages/pt.json'
import russian from '../../../../resources/languages/ru.json'
import chinese from '../../../../resources/languages/zh.json'
import { findEntries } from '../../../../src-renderer/app/commands/palette-rows'
import { texts as english } from '../../../../src-renderer/commands/texts'
import { texts as appTexts } from '../../../../src-renderer/app/texts'
import { namesOneOf } from '../../../../src-renderer/rules/match-words'

interface Words {
  titles: Readonly<Record<string, string>>
  synonyms: Readonly<Record<string, string>>
}
const firstOf = ({ titles, synonyms }: Words, search: string) => {
  const row = () => {
    throw new Error('No row is needed.')
  }
  const entries = Object.entries(titles).map(([key, text]) => ({
    key,
    text,
    synonyms: synonyms[key] ?? '',
    row,
  }))
  return findEntries(entries, search, [])[0]?.key
}

const wanted: readonly [command: string, english: string, german: string][] = [
  ['phone.launch', 'launch, automation, warm up, account status', 'starten, aufwärmen, kontostatus'],
  ['phone.labels', 'add label, tag', 'label hinzufügen, tag'],
  ['phone.notes', 'note', 'notiz'],
  ['phone.rename', 'rename, rename phone', 'umbenennen'],
  ['phone.mirror', 'broadcast, group control, mirror', 'rundruf, gruppensteuerung, spiegeln, sync'],
  ['phone.type', 'type', 'tippen'],
  ['flow.run', 'macro, script, test', 'makro, skript, test'],
  ['flow.record', 'record flow', 'aufzeichnen, ablauf aufnehmen'],
  ['flow.history', 'flaky', 'flaky, wackelig, wacklig'],
  ['fleet.sheet', 'sheet', 'tabelle, werte'],
  ['view.contact-sheet', 'contact sheet, overview', 'kontaktbogen, alle übersicht'],
  ['phone.record', 'record screen, video', 'bildschirm aufnehmen, bildschirm aufzeichnen, video'],
  ['phone.screenshot', 'screenshot all, photo', 'alle screenshots, bildschirmfoto'],
  ['phone.gesture', 'swipe, tap, drag, scroll', 'wischen, ziehen, scrollen'],
  ['app.activity', 'history, log, errors, what is new', 'verlauf, protokoll, fehler, was ist neu'],
  ['app.activity-failed', 'failed, failures, problems', 'fehlgeschlagen, probleme'],
  ['app.jobs', 'jobs', 'jobs, aufträge'],
  ['app.budgets', 'budget, minutes, quota, limits', 'budget, minuten, kontingent, limits'],
  ['view.select-all', 'select everything', 'alles auswählen'],
  ['view.larger', 'enlarge', 'vergrößern'],
  ['window.new-wall', 'second wall', 'zweite wand'],
  [
    'app.settings',
    'language, proxy, theme, dark mode, autostart, start with',
    'sprache, proxy, dunkelmodus, farben, autostart',
  ],
  ['app.programs', 'claude, cursor, mcp', 'claude, cursor, ki'],
  ['work.stop-programs', 'kill', 'kill'],
  ['phone.let-run', 'let it run, interruptions', 'laufen lassen, unterbrechungen'],
  ['work.new-schedule', 'schedule automation', 'zeitplan automation, neuer wecker'],
  ['phone.try-again', 'reconnect', 'neu verbinden'],
  ['phone.copy-id', 'copy id, serial', 'id kopieren, seriennummer'],
  ['phone.ip', 'ip', 'ip'],
  ['phone.push', 'upload, push file', 'hochladen, datei senden'],
  ['window.full-screen', 'full screen, kiosk', 'vollbild, kiosk'],
  [
    'view.search-screens',
    'find text, search screens, settings on screen',
    'text finden, bildschirme suchen, einstellungen auf bildschirm',
  ],
  ['view.back', 'back', 'zurück'],
  ['view.pause', 'pause', 'pause'],
  ['work.stop-everything', 'stop, panic', 'alles stoppen, stopp'],
  ['app.guide', 'help', 'hilfe'],
  ['app.shortcuts', 'shortcut', 'tastenkürzel'],
  ['app.diagnostics', 'diagnostics', 'diagnose'],
  ['app.about', 'version, update', 'version, update'],
  ['window.close', 'quit, exit', 'fleetwall beenden'],
]

it.each([
  { language: 'English', words: english.commands, at: 1 as const },
  { language: 'German', words: german.commands, at: 2 as const },
])('leads first to the plainest command for an operator’s word in $language', ({ words, at }) => {
  const missed = wanted.flatMap((row) =>
    row[at].split(', ').flatMap((word) => {
      const first = firstOf(words, word)
      return first === row[0] ? [] : [`${word}: ${first}`]
    }),
  )
  expect(missed).toEqual([])
})

it.each([
  ['ja', japanese, 'phone.screenshot', 'スクリーンショット保存, 一括スクショ'],
  ['ja', japanese, 'phone.record', '画面録画, 録画開始, ﾑｰﾋﾞｰ'],
  ['ja', japanese, 'phone.rename', '端末名変更'],
  ['ja', japanese, 'flow.run', 'フロー実行'],
  ['ja', japanese, 'phone.ip', 'ＩＰ, ｉｐアドレス'],
  ['zh', chinese, 'phone.screenshot', '保存截图, 截图保存, 全部手机截图'],
  ['zh', chinese, 'view.pause', '全部暂停, 暂停全部手机'],
  ['zh', chinese, 'work.stop-everything', '停止一切, 紧急停止'],
  ['zh', chinese, 'app.settings', '语言设置'],
  ['ru', russian, 'window.new-wall', 'еще, ещё'],
  ['ru', russian, 'app.settings', 'тёмная тема, язык'],
  ['es', spanish, 'view.larger', 'mas grandes, más grandes'],
  ['pt', portuguese, 'phone.record', 'gravacao, vídeo'],
  ['ja', japanese, 'app.settings', 'ダークモード, 配色'],
  ['ja', japanese, 'window.new-wall', '2枚目, 二つ目の画面'],
  ['zh', chinese, 'window.new-wall', '双屏, 第二个屏幕'],
  ['zh', chinese, 'phone.mirror', '镜像'],
  ['ru', russian, 'window.new-wall', 'вторая стена, второй экран'],
  ['ru', russian, 'view.sort', 'сортировать по имени'],
  ['ru', russian, 'app.budgets', 'лимиты'],
  ['es', spanish, 'view.select-all', 'seleccionar todo'],
  ['es', spanish, 'app.settings', 'modo oscuro'],
  ['pt', portuguese, 'view.select-all', 'selecionar tudo'],
  ['pt', portuguese, 'app.settings', 'modo escuro'],
])('finds without spaces, width and accents in %s', (_, { commands }, command, searches) => {
  for (const search of searches.split(', ')) expect(firstOf(commands, search), search).toBe(command)
})

it('finds no text that lacks a piece of the search', () => {
  expect(firstOf(japanese.commands, 'スクリーンショット冷蔵庫')).toBeUndefined()
  expect(firstOf(chinese.commands, '截图冰箱')).toBeUndefined()
})

it('says what the service cannot do for a search without spaces', () => {
  expect(namesOneOf('端末を再起動', japanese.palette.impossible.restart.words)).toBe(true)
  expect(namesOneOf('重启手机', chinese.palette.impossible.restart.words)).toBe(true)
})

it.each([
  ['en', { ...appTexts, commands: english.commands }],
  ['de', german],
  ['es', spanish],
  ['pt', portuguese],
  ['ru', russian],
  ['zh', chinese],
  ['ja', japanese],
])('takes no title for what the service cannot do in %s', (_, { commands, palette }) => {
  const words = Object.values(palette.impossible)
    .map((one) => one.words)
    .join(' ')
  expect(Object.values(commands.titles).filter((title) => namesOneOf(title, words))).toEqual([])
})

it('takes no word that means a command for what the service cannot do', () => {
  const impossible = Object.values(german.palette.impossible)
  expect(impossible.filter(({ words }) => namesOneOf('zurück', words))).toEqual([])
})
