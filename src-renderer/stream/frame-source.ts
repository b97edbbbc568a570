import { packCredits, unpackFrames, type Credit, type Frame } from '../../src-shared/bridge/frame-packet'

/** The far end of the frame port. */
export interface FrameSource {
  sendCredits(credits: Credit[]): void
}

type OnFrame = (frame: Frame) => void

function deliver(data: unknown, onFrame: OnFrame): void {
  if (data instanceof ArrayBuffer) for (const frame of unpackFrames(data)) onFrame(frame)
}

/** Frames over a port from the main process. */
export function portSource(port: MessagePort, onFrame: OnFrame): FrameSource {
  port.onmessage = ({ data }) => deliver(data, onFrame)
  return {
    sendCredits: (credits) => {
      const message = packCredits(credits)
      port.postMessage(message)
    },
  }
}

/** Frames over a WebSocket of the loopback host. */
export function socketSource(url: string, onFrame: OnFrame): FrameSource {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  socket.onmessage = ({ data }) => deliver(data, onFrame)
  return {
    sendCredits: (credits) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(packCredits(credits))
    },
  }
}
