import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'

// The least that sends the same bytes as often: `bare-sender.ts BYTES FPS`. It says on which port it listens.

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
