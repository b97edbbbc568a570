import type { ShellName } from '../e2e/harness/shells'
import type { Wall } from '../e2e/harness/wall'

/** The messages on the bridge, as JSON text. */
export interface BridgeMessages {
  up: string[]
  down: string[]
}

/** Records the bridge, starting with the page's next load. */
export async function recordBridge({ page }: Wall, shell: ShellName): Promise<BridgeMessages> {
  const messages: BridgeMessages = { up: [], down: [] }
  if (shell === 'browser') {
    page.on('websocket', (socket) => {
      const keep = (list: string[]) => (frame: { payload: string | Buffer }) => {
        if (typeof frame.payload === 'string') list.push(frame.payload)
      }
      socket.on('framesent', keep(messages.up))
      socket.on('framereceived', keep(messages.down))
    })
    return messages
  }
  await page.exposeFunction('recordBridgeMessage', (way: 'up' | 'down', text: string) => {
    messages[way].push(text)
  })
  await page.addInitScript(() => {
    const record = (way: string, data: unknown) => {
      if (data instanceof ArrayBuffer) return
      const keep = Reflect.get(window, 'recordBridgeMessage') as (way: string, text: string) => void
      keep(way, JSON.stringify(data))
    }
    const { postMessage, start } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      record('up', args[0])
      Reflect.apply(postMessage, this, args)
    }
    MessagePort.prototype.start = function (this: MessagePort) {
      this.addEventListener('message', ({ data }) => record('down', data))
      start.call(this)
    }
  })
  return messages
}
