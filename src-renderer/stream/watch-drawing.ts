/**
 * Watches the process that draws pages, with which all canvases lose what they show.
 * @param onLost told when another one is there
 */
export function watchDrawing(onLost: () => void): void {
  const probe = document.createElement('canvas')
  probe.getContext('2d')?.fillRect(0, 0, 1, 1)
  probe.addEventListener('contextrestored', onLost)
  probe.hidden = true
  document.body.append(probe)
}
