import { describe, expect, it } from 'vitest'
import { streamScreen } from '../../src-simulator/sockets/stream'

/** A client that reads a frame only on demand. */
function slowClient() {
  let show: (jpeg: Buffer) => void = () => undefined
  let taken: (() => void) | undefined
  let watching = true
  const endings: (() => void)[] = []
  const sent: string[] = []
  streamScreen(
    {
      phone: {
        accepting: true,
        handset: {
          watch(listener) {
            show = listener
            return () => {
              watching = false
            }
          },
        },
      },
      sendFrame(data, done) {
        sent.push(String(data))
        taken = done
      },
      onEnd: (ending) => endings.push(ending),
    },
    { fps: 30, resendAfterMs: 60_000 },
  )
  return {
    sent,
    show: (name: string) => show(Buffer.from(name)),
    take() {
      const done = taken
      taken = undefined
      done?.()
    },
    end() {
      for (const ending of endings) ending()
      return !watching
    },
  }
}

describe('4.10 backpressure', () => {
  it('drops stale frames and delivers the newest', () => {
    const client = slowClient()
    for (const name of ['1', '2', '3', '4']) client.show(name)
    expect(client.sent).toEqual(['1'])
    client.take()
    expect(client.sent).toEqual(['1', '4'])
    client.take()
    expect(client.sent).toEqual(['1', '4'])
    client.show('5')
    expect(client.sent).toEqual(['1', '4', '5'])
    expect(client.end()).toBe(true)
  })
})
