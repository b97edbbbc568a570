// An Electron app with one empty window: what a start costs at least.
import { app, BrowserWindow } from 'electron'

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false })
  window.once('ready-to-show', () => {
    window.show()
    process.stdout.write('the window is painted\n')
  })
  void window.loadURL('data:text/html,<p>empty</p>')
})
