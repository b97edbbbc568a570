/**
 * Watches the browser's GPU process: when it crashes all canvases lose their pictures.
 * @param onLost called when a new GPU process runs
 */
export function watchDrawing(onLost: () => void): void {
  const probe = document.createElement('canvas')
  probe.getContext('2d')?.fillRect(0, 0, 1, 1)
  probe.addEventListener('contextrestored', onLost)
  probe.hidden = true
  document.body.append(probe)
}
