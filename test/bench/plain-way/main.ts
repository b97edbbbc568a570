import { fileURLToPath } from 'node:url'
import { app, BrowserWindow } from 'electron'

/** A window whose page does everything itself: what the app's frame path is compared with. */
function openWindow(): void {
  const window = new BrowserWindow({ width: 1440, height: 900, backgroundColor: '#131417' })
  void window.loadFile(fileURLToPath(new URL('index.html', import.meta.url)))
}

app.setPath('userData', app.commandLine.getSwitchValue('user-data-dir'))
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(openWindow)
