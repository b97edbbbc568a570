import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linePort } from '../../../../src-main/core/door/socket/line-port'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'
import type { Port } from '../../../../src-shared/bridge/port'

const longest = 100

describe('a port of lines', () => {
  let server: Server
  let client: Socket
  let port: Port<unknown>
  let clock: FakeClock
  let heard: unknown[]

  beforeEach(async () => {
    server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const connected = once(server, 'connection')
    client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => undefined)
    const [socket] = (await connected) as [Socket]
    clock = createFakeClock()
    port = linePort(socket, longest, clock)
    heard = []
    port.onMessage((message) => heard.push(message))
  })
  afterEach(() => {
    client.destroy()
    server.close()
  })

  /** Waits until the port has ended. */
  const ended = () => new Promise<void>((resolve) => port.onClose(resolve))

  it('hears a message a line, however the bytes come', async () => {
    const bytes = Buffer.from('{"a":"ä"}\n[1]\n2\n')
    for (const byte of bytes) client.write(Buffer.from([byte]))
    client.end()
    await ended()
    expect(heard).toEqual([{ a: 'ä' }, [1], 2])
  })

  it('sends a message a line', async () => {
    const answered = once(client, 'data')
    port.send({ text: 'a\nb' })
    expect(String((await answered)[0])).toBe('{"text":"a\\nb"}\n')
  })

  it('takes a line of the longest length', async () => {
    client.end(`"${'x'.repeat(longest - 2)}"\n`)
    await ended()
    expect(heard).toEqual(['x'.repeat(longest - 2)])
  })

  it.each([
    ['longer', `1\n"${'x'.repeat(longest)}"\n2\n`],
    ['longer, and without an end', `1\n${'x'.repeat(longest + 1)}`],
    ['no JSON', '1\nnot json\n2\n'],
    ['no UTF-8', Buffer.from([0x31, 0x0a, 0x22, 0xff, 0x22, 0x0a, 0x32, 0x0a])],
  ])('ends at a line that is %s', async (_, sent) => {
    client.write(sent)
    await ended()
    expect(heard).toEqual([1, undefined])
  })

  it('still answers at its end who writes on before it reads', async () => {
    port.onMessage((message) => message === undefined && port.send('too long'))
    const long = 'x'.repeat(100_000)
    for (let each = 0; each < 100; each += 1) client.write(long)
    const [answer] = (await once(client, 'data')) as [Buffer]
    expect(String(answer)).toBe('"too long"\n')
    client.destroy()
    await ended()
  })

  it('goes a second after its end, also when its reader has stopped', async () => {
    client.pause()
    for (let sent = 0; sent < 15; sent += 1) port.send('x'.repeat(1024 * 1024))
    port.close()
    const end = ended()
    clock.advance(1000)
    await end
  })

  it('ends where nobody reads', async () => {
    client.pause()
    const end = ended()
    const text = 'x'.repeat(1024 * 1024)
    for (let sent = 0; sent < 40; sent += 1) port.send(text)
    await end
  })
})
