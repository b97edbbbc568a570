import { fileURLToPath } from 'node:url'
import { app, BrowserWindow } from 'electron'

/** A window with one of the bench's pages: `--page=NAME`. */
function openWindow(): void {
  const window = new BrowserWindow({ width: 1440, height: 900, backgroundColor: '#131417' })
  const page = app.commandLine.getSwitchValue('page')
  void window.loadFile(fileURLToPath(new URL(`${page}.html`, import.meta.url)))
}

app.setPath('userData', app.commandLine.getSwitchValue('user-data-dir'))
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(openWindow)
