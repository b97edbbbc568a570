/** The box of a phone, in CSS px, and its sockets. */
export interface PlainPhone {
  streamUrl: string
  controlUrl: string
  left: number
  top: number
  width: number
  height: number
}

/** The way of a frame to its canvas: Image and blob URL, as in DeviceFarmer STF, or createImageBitmap. */
export type PlainWay = 'image' | 'bitmap'

declare global {
  interface Window {
    /** Replaces the shown phones. */
    showPhones(phones: readonly PlainPhone[], way: PlainWay): void
  }
}

interface Shown {
  width: number
  height: number
}

type Draw = (picture: CanvasImageSource, size: Shown) => void

// As in DeviceFarmer STF, a few elements load the frames in turn.
const imagesInTurn = 10
const open = new Set<() => void>()

function createCanvas({ left, top, width, height }: PlainPhone): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * devicePixelRatio)
  canvas.height = Math.round(height * devicePixelRatio)
  canvas.style.cssText = `position: absolute; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`
  document.body.append(canvas)
  return canvas
}

function imageLoader(draw: Draw): (frame: Blob) => void {
  const images = Array.from({ length: imagesInTurn }, () => new Image())
  let turn = 0
  return (frame) => {
    const image = images[turn++ % imagesInTurn]
    if (!image) return
    const address = URL.createObjectURL(new Blob([frame], { type: 'image/jpeg' }))
    image.onload = () => {
      draw(image, { width: image.naturalWidth, height: image.naturalHeight })
      URL.revokeObjectURL(address)
    }
    image.onerror = () => URL.revokeObjectURL(address)
    image.src = address
  }
}

function bitmapMaker(draw: Draw): (frame: Blob) => void {
  return (frame) => {
    void createImageBitmap(new Blob([frame], { type: 'image/jpeg' })).then((bitmap) => {
      draw(bitmap, bitmap)
      bitmap.close()
    })
  }
}

function openSocket(url: string): WebSocket {
  const socket = new WebSocket(url)
  socket.binaryType = 'blob'
  open.add(() => socket.close())
  return socket
}

function showPhone(phone: PlainPhone, way: PlainWay): void {
  const canvas = createCanvas(phone)
  open.add(() => canvas.remove())
  const context = canvas.getContext('2d')
  let frame: Shown = { width: 0, height: 0 }
  const draw: Draw = (picture, size) => {
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    if (frame.width === 0) canvas.dataset['frame'] = ''
    frame = { width: size.width, height: size.height }
  }
  const take = way === 'image' ? imageLoader(draw) : bitmapMaker(draw)
  openSocket(phone.streamUrl).onmessage = ({ data }: MessageEvent<Blob>) => take(data)

  let control: WebSocket | null = null
  const send = (event: MouseEvent, buttons: 0 | 1) => {
    const x = Math.floor((event.offsetX / phone.width) * frame.width)
    const y = Math.floor((event.offsetY / phone.height) * frame.height)
    if (control?.readyState === WebSocket.OPEN) control.send(JSON.stringify({ type: 'mouse', x, y, buttons }))
  }
  canvas.onmouseenter = () => (control ??= openSocket(phone.controlUrl))
  canvas.onmousedown = (event) => send(event, 1)
  canvas.onmouseup = (event) => send(event, 0)
}

window.showPhones = (phones, way) => {
  for (const close of open) close()
  open.clear()
  for (const phone of phones) showPhone(phone, way)
}
