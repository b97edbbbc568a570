import type { App } from 'electron'

/**
 * Opens a page's developer tools with F12, Ctrl+Shift+I, or Option+Command+I on macOS.
 * Off by default, because these keys belong to the phones.
 */
export function enableDeveloperTools(app: App): void {
  app.on('web-contents-created', (_event, page) => {
    page.on('before-input-event', (event, input) => {
      if (input.type !== 'keyDown' || !opensDeveloperTools(input, process.platform)) return
      event.preventDefault()
      page.toggleDevTools()
    })
  })
}

interface KeyPress {
  code: string
  control: boolean
  shift: boolean
  alt: boolean
  meta: boolean
}

export function opensDeveloperTools(
  { code, control, shift, alt, meta }: KeyPress,
  platform: NodeJS.Platform,
): boolean {
  const held = [control && 'control', shift && 'shift', alt && 'alt', meta && 'meta']
    .filter(Boolean)
    .join('+')
  if (code === 'F12') return held === ''
  return code === 'KeyI' && held === (platform === 'darwin' ? 'alt+meta' : 'control+shift')
}
