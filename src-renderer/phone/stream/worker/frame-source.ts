import {
  packCredits,
  unpackFrames,
  type Credit,
  type Frame,
} from '../../../../src-shared/bridge/frame-packet'

/** The worker's end of the frame port. */
export interface FrameSource {
  /**
   * Returns a frame's credit, or asks for a tile. Credits of one turn leave in one message, and so do their next frames
   * come.
   */
  credit(credit: Credit): void
}

type OnFrame = (frame: Frame) => void

function deliver(data: unknown, onFrame: OnFrame): void {
  if (data instanceof ArrayBuffer) for (const frame of unpackFrames(data)) onFrame(frame)
}

function batchCredits(
  send: (message: ArrayBuffer) => void,
  mayBegin: Promise<unknown> = Promise.resolve(),
): FrameSource {
  let waiting: Credit[] = []

  const flush = async () => {
    await mayBegin
    const message = packCredits(waiting)
    waiting = []
    send(message)
  }

  return {
    credit(credit) {
      if (waiting.push(credit) === 1) setTimeout(() => void flush(), 0)
    },
  }
}

/** Takes frames from a port of the main process. */
export function portSource(port: MessagePort, onFrame: OnFrame): FrameSource {
  port.onmessage = ({ data }) => deliver(data, onFrame)
  return batchCredits((message) => port.postMessage(message))
}

/** Takes frames from a WebSocket of the loopback host. */
export function socketSource(url: string, onFrame: OnFrame): FrameSource {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  socket.onmessage = ({ data }) => deliver(data, onFrame)
  const opened = new Promise((resolve) => socket.addEventListener('open', resolve))
  return batchCredits((message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(message)
  }, opened)
}
