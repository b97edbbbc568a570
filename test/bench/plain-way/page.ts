/** Where a phone is shown, in CSS px, and its sockets. */
export interface PlainPhone {
  streamUrl: string
  controlUrl: string
  left: number
  top: number
  width: number
  height: number
}

declare global {
  interface Window {
    showPhones(phones: readonly PlainPhone[]): void
  }
}

// As DeviceFarmer STF does: pictures are loaded by a few elements in turn.
const imagesInTurn = 10

function createCanvas({ left, top, width, height }: PlainPhone): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * devicePixelRatio)
  canvas.height = Math.round(height * devicePixelRatio)
  canvas.style.cssText = `position: absolute; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`
  document.body.append(canvas)
  return canvas
}

/** Shows each frame of the stream by Image, blob URL and drawImage. @returns the newest frame's size */
function showStream(url: string, canvas: HTMLCanvasElement): { width: number; height: number } {
  const context = canvas.getContext('2d')
  const images = Array.from({ length: imagesInTurn }, () => new Image())
  const frame = { width: 0, height: 0 }
  let turn = 0
  const socket = new WebSocket(url)
  socket.binaryType = 'blob'
  socket.onmessage = ({ data }: MessageEvent<Blob>) => {
    const image = images[turn++ % imagesInTurn]
    if (!image) return
    const address = URL.createObjectURL(new Blob([data], { type: 'image/jpeg' }))
    image.onload = () => {
      context?.drawImage(image, 0, 0, canvas.width, canvas.height)
      frame.width = image.naturalWidth
      frame.height = image.naturalHeight
      URL.revokeObjectURL(address)
    }
    image.onerror = () => URL.revokeObjectURL(address)
    image.src = address
  }
  return frame
}

function showPhone(phone: PlainPhone): void {
  const canvas = createCanvas(phone)
  const frame = showStream(phone.streamUrl, canvas)
  let control: WebSocket | null = null
  const send = (event: MouseEvent, buttons: 0 | 1) => {
    const x = Math.floor((event.offsetX / phone.width) * frame.width)
    const y = Math.floor((event.offsetY / phone.height) * frame.height)
    if (control?.readyState === WebSocket.OPEN) control.send(JSON.stringify({ type: 'mouse', x, y, buttons }))
  }
  canvas.onmouseenter = () => (control ??= new WebSocket(phone.controlUrl))
  canvas.onmousedown = (event) => send(event, 1)
  canvas.onmouseup = (event) => send(event, 0)
}

window.showPhones = (phones) => phones.forEach(showPhone)
