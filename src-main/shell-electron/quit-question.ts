import { app as electron, BrowserWindow, dialog } from 'electron'
import { formatDesktopText } from '../../src-shared/bridge/desktop-texts'
import type { Desktop } from './desktop'
import { reloadIfCrashed } from './crash-recovery'
import type { EndOfSession } from './end-of-session'

const mostNamed = 5
const mayBeMore: ReadonlySet<string> = new Set(['quitInputs', 'quitConversions'])

/**
 * Asks before quitting or closing the wall while uploads, tasks, flows, inputs, conversions or schedules are unfinished, or phones are
 * recorded. The dialog is native, so it also works while the page hangs.
 */
export function askBeforeQuit(wall: BrowserWindow, desktop: Desktop, endOfSession: EndOfSession): void {
  const [quit, stay] = [0, 1]
  let isAsking = false
  let mayQuit = false

  const unfinished = () => {
    const { uploads, steps, flows, recordedSteps, waitingPhones, conversions, schedules } =
      desktop.unfinished()
    const counts = [
      ['quitTitle', uploads],
      ['quitTasks', steps],
      ['quitFlows', flows],
      ['quitFlowRecording', recordedSteps],
      ['quitInputs', waitingPhones],
      ['quitConversions', conversions],
      ['quitSchedules', schedules],
    ] as const
    return counts.filter(([, n]) => n > 0)
  }
  /** @param window the one that shows the question */
  const ask = async (window: BrowserWindow) => {
    const { words } = desktop
    if (!words) return quit
    const recorded = desktop.recordedPhones()
    const more = recorded.length - mostNamed
    const names = [...recorded.slice(0, mostNamed), ...(more > 0 ? [`+${more}`] : [])]
    const recordings = { n: recorded.length, names }
    const isRecording = recorded.length > 0
    const all = unfinished()
    // One phone may have several pending inputs, and the page other conversions, so they count as a plural.
    const n = all.reduce((sum, [text, count]) => sum + (mayBeMore.has(text) ? 2 : count), 0)
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: [
        ...all.map(([text, count]) => formatDesktopText(words, text, { n: count })),
        ...(isRecording ? [formatDesktopText(words, 'quitRecordings', recordings)] : []),
      ].join(' '),
      detail: isRecording
        ? formatDesktopText(words, n > 0 ? 'quitAllAbout' : 'quitRecordingsAbout', recordings)
        : formatDesktopText(words, 'quitAbout', { n }),
      buttons: [formatDesktopText(words, 'quit', { n }), formatDesktopText(words, 'stay')],
      defaultId: stay,
      cancelId: stay,
      noLink: true,
    })
    return response
  }
  const hold = (event: { preventDefault(): void }, window: BrowserWindow) => {
    const isIdle = unfinished().length === 0 && desktop.recordedPhones().length === 0
    if (mayQuit || endOfSession.hasCome || isIdle) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    void ask(window)
      .then((response) => {
        mayQuit = response === quit
        if (mayQuit) electron.quit()
        else reloadIfCrashed(wall)
      })
      .finally(() => (isAsking = false))
  }
  // A person who quits looks at the window that has the focus, which may be on another display than the first.
  electron.on('before-quit', (event) => hold(event, BrowserWindow.getFocusedWindow() ?? wall))
  wall.on('close', (event) => hold(event, wall))
}
