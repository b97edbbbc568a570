import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPageServer } from '../../src-main/shell-loopback/page-server'

describe('the page server', () => {
  it('never cuts a slow upload, as Node does after 5 min', () => {
    const { requestTimeout, timeout } = createPageServer().server
    expect(createServer().requestTimeout, 'Node’s default').toBe(300_000)
    // The limits of a whole request and of silence.
    expect([requestTimeout, timeout]).toEqual([0, 0])
  })
  it('ends the oldest strangers, and neither the owner’s connection nor a new one', async () => {
    const { server, admit } = createPageServer()
    onTestFinished(() => void server.close())
    server.on('request', (request, response) => {
      admit(request.socket)
      response.end('ok')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const open = async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      return socket
    }
    const ask = async (socket: Awaited<ReturnType<typeof open>>) => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      return answer.toString().slice(0, 15)
    }
    const owner = await open()
    expect(await ask(owner)).toBe('HTTP/1.1 200 OK')
    const strangers: Awaited<ReturnType<typeof open>>[] = []
    while (strangers.length < 300) {
      const socket = await open()
      socket.write('G')
      strangers.push(socket)
    }
    expect(await ask(await open())).toBe('HTTP/1.1 200 OK')
    expect(await ask(owner)).toBe('HTTP/1.1 200 OK')
    await expect.poll(() => strangers.filter((socket) => socket.readyState === 'open').length).toBe(255)
  })
})
