import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPageServer } from '../../src-main/shell-loopback/page-server'

const ours = 'GET / HTTP/1.1\r\nHost: a\r\nCookie: key\r\n\r\n'
const strange = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** A page server that answers each request with the number of bytes of its body, and knows `key`. */
async function start() {
  const { door, server } = createPageServer((head) => head.includes('key'))
  onTestFinished(() => void door.close())
  let requests = 0
  server.on('request', (request, response) => {
    requests += 1
    void buffer(request).then(({ byteLength }) => response.end(`${byteLength} bytes`))
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { port } = door.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { server, open, requests: () => requests }
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Lets what was written arrive. */
const turns = async () => {
  for (let left = 20; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve))
}

/** @returns the first line of the answer */
const ask = async (socket: Socket, request = ours) => {
  socket.write(request)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString().split('\r\n', 1)[0]
}

describe('the page server', () => {
  it('never cuts a slow upload', async () => {
    fakeTimers()
    const { open } = await start()
    const owner = await open()
    owner.write(ours.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\na'))
    await turns()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await ask(owner, 'b')).toBe('HTTP/1.1 200 OK')
  })

  it('ends a connection without a head after 10 s', async () => {
    fakeTimers()
    const { open } = await start()
    const stranger = await open()
    stranger.write('G')
    await turns()
    await vi.advanceTimersByTimeAsync(9000)
    expect(stranger.readyState).toBe('open')
    const answer = text(stranger)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('ends the oldest strangers, and neither the owner’s connection nor a new one', async () => {
    const { open } = await start()
    const owner = await open()
    expect(await ask(owner)).toBe('HTTP/1.1 200 OK')
    const strangers: Socket[] = []
    while (strangers.length < 300) {
      const socket = await open()
      socket.write('G')
      strangers.push(socket)
    }
    expect(await ask(await open())).toBe('HTTP/1.1 200 OK')
    expect(await ask(owner)).toBe('HTTP/1.1 200 OK')
    await expect.poll(() => strangers.filter((socket) => socket.readyState === 'open').length).toBe(255)
  })

  it('answers a stranger’s first request alone, and reads no other', async () => {
    const { open, requests } = await start()
    const stranger = await open()
    stranger.write(strange.repeat(500) + ours)
    let answers = ''
    stranger.on('data', (chunk: Buffer) => (answers += chunk.toString()))
    await once(stranger, 'close')
    expect(answers.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThan(2)
    expect(requests()).toBe(0)
    const other = await open()
    other.write(strange)
    expect(await text(other)).toMatch(
      /^HTTP\/1\.1 403 Forbidden\r\n[^]*\r\n\r\nOpen Fleetwall with the address/,
    )
  })

  it('ends a head of more than 16 KiB', async () => {
    const { open } = await start()
    expect(await ask(await open(), `GET /${'a'.repeat(20_000)}`)).toBe('HTTP/1.1 403 Forbidden')
  })

  it('reads a head in pieces, a body after it and requests behind it', async () => {
    const { open, requests } = await start()
    const bytes = 5_000_000
    const owner = await open()
    owner.write('POST / HTTP/1.1\r\nHost: a\r\nCoo')
    await new Promise((resolve) => setImmediate(resolve))
    owner.write(`kie: key\r\nContent-Length: ${bytes}\r\n\r\nbegun`)
    owner.write('x'.repeat(bytes - 5))
    owner.write(`${strange}${strange.replace('a', 'a\r\nConnection: close')}`)
    expect((await text(owner)).match(/\d+ bytes/g)).toEqual([`${bytes} bytes`, '0 bytes', '0 bytes'])
    expect(requests()).toBe(3)
  })
})
