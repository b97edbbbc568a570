import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'

// The smallest sender of the same bytes at the same rate: `bare-sender.ts BYTES FPS`. Prints its port.

const [bytes = 0, fps = 0] = process.argv.slice(2).map(Number)
const frame = randomBytes(bytes)

const server = createServer((socket) => {
  const timer = setInterval(() => {
    if (socket.writableLength === 0) socket.write(frame)
  }, 1000 / fps)
  socket.resume()
  socket.once('error', () => socket.destroy())
  socket.once('close', () => clearInterval(timer))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
})
