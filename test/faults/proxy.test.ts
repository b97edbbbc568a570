import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startProxy, type FaultProxy } from './proxy'

describe('the fault proxy', () => {
  let service: Server
  let proxy: FaultProxy
  /** The service's end of each connection, and the bytes it received. */
  let arrived: { socket: Socket; bytes: number; ended: boolean; failed: boolean }[]
  const clients: Socket[] = []

  beforeEach(async () => {
    arrived = []
    service = createServer((socket) => {
      const end = { socket, bytes: 0, ended: false, failed: false }
      arrived.push(end)
      socket.on('data', (bytes: Buffer) => {
        end.bytes += bytes.byteLength
        socket.write(bytes)
      })
      socket.on('end', () => (end.ended = true))
      socket.on('error', () => (end.failed = true))
    })
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    proxy = await startProxy(`127.0.0.1:${(service.address() as AddressInfo).port}`)
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy()
    for (const { socket } of arrived) socket.destroy()
    await proxy.close()
    await new Promise((resolve) => service.close(resolve))
  })

  const dial = async () => {
    const client = connect(Number(proxy.host.split(':')[1]), '127.0.0.1')
    clients.push(client)
    await once(client, 'connect')
    return client
  }
  /** Reads until `bytes` have arrived or the connection ends. */
  const read = (client: Socket, bytes: number) =>
    new Promise<number>((resolve) => {
      let got = 0
      client.on('data', (chunk: Buffer) => {
        got += chunk.byteLength
        if (got >= bytes) resolve(got)
      })
      client.on('error', () => undefined)
      client.on('close', () => resolve(got))
    })
  const codeOfEnd = (client: Socket) =>
    new Promise<string>((resolve) => {
      client.resume()
      client.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      client.on('end', () => resolve('end'))
    })

  it('forwards both ways and counts connections', async () => {
    const client = await dial()
    client.write(Buffer.alloc(300_000))
    expect(await read(client, 300_000)).toBe(300_000)
    expect([proxy.open, proxy.connections]).toEqual([1, 1])
  })

  it('resets both sides', async () => {
    const client = await dial()
    client.write('x')
    await read(client, 1)
    const end = codeOfEnd(client)
    proxy.reset()
    expect(await end).toBe('ECONNRESET')
    await expect.poll(() => arrived[0]?.failed).toBe(true)
  })

  it('ends both sides cleanly', async () => {
    const client = await dial()
    client.write('x')
    await read(client, 1)
    const end = codeOfEnd(client)
    proxy.end()
    expect(await end).toBe('end')
    await expect.poll(() => arrived[0]?.ended).toBe(true)
    expect(arrived[0]?.failed).toBe(false)
  })

  it('swallows bytes into a black hole and hides the end of the other side', async () => {
    const client = await dial()
    client.write('x')
    await read(client, 1)
    proxy.set({ kind: 'black-hole' })
    client.write('y')
    client.destroy()
    await expect.poll(() => proxy.open).toBe(0)
    expect(arrived).toMatchObject([{ bytes: 1, ended: false, failed: false }])
  })

  it('accepts connections without answering', async () => {
    proxy.set({ kind: 'no-answer' })
    const client = await dial()
    client.write('x')
    await expect.poll(() => proxy.open).toBe(1)
    expect(arrived).toEqual([])
  })

  it('becomes half-open only after silence', async () => {
    proxy.set({ kind: 'half-open', afterIdleMs: 1000 })
    const client = await dial()
    for (let turn = 0; turn < 3; turn += 1) {
      client.write('x')
      await read(client, 1)
    }
    let before = -1
    const passesNothing = () => {
      const now = arrived[0]?.bytes ?? -1
      const same = now === before
      before = now
      client.write('y')
      return same
    }
    await expect.poll(passesNothing, { interval: 1500, timeout: 15_000 }).toBe(true)
  })

  it.each(['up', 'down'] as const)('cuts at an exact byte on the way %s', async (direction) => {
    proxy.set({ kind: 'cut', direction, afterBytes: 70_000, by: 'end' })
    const client = await dial()
    client.write(Buffer.alloc(200_000))
    const got = await read(client, Infinity)
    if (direction === 'down') expect(got).toBe(70_000)
    else expect(arrived[0]?.bytes).toBe(70_000)
  })

  it('cuts with a reset', async () => {
    proxy.set({ kind: 'cut', direction: 'up', afterBytes: 0, by: 'reset' })
    const client = await dial()
    const end = codeOfEnd(client)
    client.write('x')
    expect(await end).toBe('ECONNRESET')
  })

  it('limits the bytes per second', async () => {
    proxy.set({ kind: 'throttle', direction: 'down', bytesPerSecond: 20_000 })
    const client = await dial()
    const begun = performance.now()
    client.write(Buffer.alloc(10_000))
    await read(client, 10_000)
    expect(performance.now() - begun).toBeGreaterThan(350)
  })

  it('is late', async () => {
    proxy.set({ kind: 'delay', ms: 60 })
    const client = await dial()
    const begun = performance.now()
    client.write('x')
    await read(client, 1)
    expect(performance.now() - begun).toBeGreaterThan(110)
  })
})
