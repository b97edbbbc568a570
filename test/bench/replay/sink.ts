import { connect } from 'node:net'

// Discards all frames, so that only the sender is measured. `sink.ts URL…` prints `ready` when every stream has sent one.

const urls = process.argv.slice(2).map((url) => new URL(url))
let silent = urls.length

for (const url of urls) {
  const socket = connect(Number(url.port), url.hostname)
  const lines = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'User-Agent: fleetwall-bench/1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  // Longer than the handshake's answer: the first frame has arrived.
  const firstFrame = (data: Buffer) => {
    if (data.length < 1024) return
    socket.off('data', firstFrame)
    socket.resume()
    silent -= 1
    if (silent === 0) process.stdout.write('ready\n')
  }
  socket.on('data', firstFrame)
  socket.once('close', () => process.exit(1))
}
