import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as tls from 'node:tls'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRoute, type Route } from '../../../src-main/core/service/route'
import {
  bytesOf,
  playStream,
  type Need,
  type StreamScript,
  type Taker,
  type WireFrame,
} from './scripted-stream'
import { untrustedCertificate } from './untrusted-certificate'

const maxPayload = 70_000
const trust = () => ({ secureContext: tls.createSecureContext({ ca: untrustedCertificate.cert }) })

/** Connections that `ws` alone reads. */
class UntappedAgent extends Agent {
  override createConnection(options: object) {
    return connect({ ...options, onread: undefined } as unknown as tls.ConnectionOptions & { port: number })
  }
}
class SecureUntappedAgent extends SecureAgent {
  override createConnection(options: object) {
    return tls.connect({ ...options, onread: undefined } as tls.ConnectionOptions)
  }
}
const tapped: Route = { agentFor: () => null, trust }
const untapped: Route = {
  agentFor: ({ protocol }) => (protocol === 'wss:' ? new SecureUntappedAgent() : new UntappedAgent()),
  trust,
}

const size = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 4 }) },
  { weight: 2, arbitrary: fc.integer({ min: 120, max: 130 }) },
  { weight: 1, arbitrary: fc.integer({ min: 65_530, max: 65_540 }) },
  { weight: 1, arbitrary: fc.integer({ min: maxPayload - 1, max: maxPayload + 1 }) },
)
/** What is in them looks like frames. */
const filling = fc.oneof(
  fc.nat(255).map((byte) => [byte]),
  fc.constantFrom([0x82, 1], [0x82, 2, 0x82], [0x89, 0, 0x82, 4], [0x82, 126, 1]),
)
const payload = fc.tuple(size, filling).map(([length, bytes]) => Buffer.alloc(length, Buffer.from(bytes)))
const short = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes))
const text = fc.string({ maxLength: 200 }).map((said) => Buffer.from(said))
const goodbye = fc.constantFrom(
  Buffer.of(3, 232),
  Buffer.from('\x03\xf3gone', 'latin1'),
  Buffer.of(),
  Buffer.of(0, 1),
)
const frameOf = (first: fc.Arbitrary<number>, content: fc.Arbitrary<Buffer>, isMasked = false) =>
  fc.record({ first, payload: content, isMasked: fc.constant(isMasked), isLong: fc.constant(false) })
const whole = fc.record({ first: fc.constant(0x82), payload, isLong: fc.boolean() })
const control = frameOf(fc.constantFrom(0x89, 0x8a), short)
/** A message in two fragments, with a ping between, and perhaps with what may not be there. */
const fragments = fc
  .tuple(
    frameOf(fc.constantFrom(0x02, 0x01), payload),
    control,
    fc.option(whole),
    frameOf(fc.constant(0x80), payload),
  )
  .map((all) => all.filter((each) => each !== null))
const one = (frame: fc.Arbitrary<WireFrame>) => frame.map((each) => [each])
const part: fc.Arbitrary<WireFrame[]> = fc.oneof(
  { weight: 12, arbitrary: one(whole) },
  { weight: 3, arbitrary: one(control) },
  { weight: 2, arbitrary: fragments },
  { weight: 2, arbitrary: one(frameOf(fc.constant(0x81), text)) },
  { weight: 1, arbitrary: one(frameOf(fc.constant(0x88), goodbye)) },
  { weight: 1, arbitrary: one(frameOf(fc.constant(0x82), payload, true)) },
  { weight: 1, arbitrary: one(frameOf(fc.nat(255), payload)) },
)

interface Drawn {
  answer: StreamScript['answer']
  parts: readonly WireFrame[][]
  withAnswer: number
  /** One byte or one frame a write, or places near the beginnings of frames. */
  cuts: 'bytes' | 'frames' | readonly { frame: number; off: number }[]
  /** How many bytes are lost with the connection; null when it ends well. */
  lost: number | null
}

function scriptOf({ answer, parts, withAnswer, cuts, lost }: Drawn): StreamScript {
  const frames = parts.flat().map(bytesOf)
  const begins = frames.map((_, index) => Buffer.concat(frames.slice(0, index)).length)
  const all = Buffer.concat(frames)
  const bytes = all.subarray(0, all.length - ((lost ?? 0) % (all.length + 1)))
  const places = () => {
    if (cuts === 'bytes' && bytes.length < 1000) return [...bytes.keys()]
    if (typeof cuts === 'string') return begins
    return cuts.map(({ frame, off }) => (begins[frame % begins.length] ?? 0) + off)
  }
  return {
    answer,
    bytes,
    withAnswer: Math.min(withAnswer, bytes.length),
    cuts: [...new Set(places())].filter((at) => at < bytes.length).sort((a, b) => a - b),
    ends: lost !== null,
  }
}

const script = fc
  .record<Drawn>({
    answer: fc.oneof(
      { weight: 20, arbitrary: fc.constant('accept' as const) },
      { weight: 1, arbitrary: fc.constantFrom('refuse' as const, 'lie' as const, 'cut' as const) },
    ),
    parts: fc.array(part, { maxLength: 8 }),
    withAnswer: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(200)),
    cuts: fc.oneof(
      fc.constantFrom<Drawn['cuts'][]>('bytes', 'frames', []),
      fc.array(fc.record({ frame: fc.nat(9), off: fc.oneof(fc.nat(12), fc.nat(70_000)) }), { maxLength: 12 }),
    ),
    lost: fc.option(fc.oneof(fc.constant(0), fc.nat(70_000))),
  })
  .map(scriptOf)
const taker = fc.record({
  needs: fc.array(fc.constantFrom<Need[]>('none', 'next', 'ever'), { minLength: 1, maxLength: 5 }),
  closesAt: fc.oneof(fc.constant(-1), fc.nat(4)),
})

/** What is rarely drawn: frames after one that is invalid, and after one that fills the buffer of `ws`. */
const examples: [StreamScript, Taker][] = [
  { first: 0xc1, payload: Buffer.from('compressed') },
  { first: 0x81, payload: Buffer.alloc(maxPayload, 'a') },
].map((first) => {
  const parts = [[first], ...[1, 2, 3].map((byte) => [{ first: 0x82, payload: Buffer.alloc(20_000, byte) }])]
  const said = scriptOf({ answer: 'accept', parts, withAnswer: 0, cuts: [], lost: null })
  return [said, { needs: ['none'], closesAt: -1 }]
})

// FUZZ=25000 in the environment runs that many.
const runs = Number(process.env['FUZZ'] ?? 100)

describe('the tap', () => {
  beforeEach(() => {
    for (const name of ['http_proxy', 'https_proxy', 'all_proxy']) {
      vi.stubEnv(name, undefined)
      vi.stubEnv(name.toUpperCase(), undefined)
    }
  })
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['over TCP', false, runs],
    ['over TLS', true, Math.ceil(runs / 4)],
  ])(
    'changes nothing of what is reported and heard, %s',
    async (_, isSecure, numRuns) => {
      await fc.assert(
        fc.asyncProperty(script, taker, async (said, takes) => {
          const [here, there] = await Promise.all(
            [tapped, untapped].map((route) => playStream(said, takes, { route, maxPayload, isSecure })),
          )
          expect({ reported: here?.reported, heard: here?.heard }).toEqual({
            reported: there?.reported,
            heard: there?.heard,
          })
        }),
        { numRuns, examples },
      )
    },
    120_000,
  )

  const frame = (length: number, content: number) =>
    bytesOf({ first: 0x82, payload: Buffer.alloc(length, content) })
  const frames = Array.from({ length: 20 }, (_, index) => frame(69_000 + index, index))
  const ping = bytesOf({ first: 0x89, payload: Buffer.from('there?') })
  const streamOf = (
    bytes: readonly Buffer[],
    cuts: readonly number[] = [],
    withAnswer = 0,
  ): StreamScript => ({
    ...{ answer: 'accept', ends: false },
    ...{ bytes: Buffer.concat(bytes), cuts, withAnswer },
  })
  const stream = streamOf(frames, [1, 70_000, 150_001])
  const byNoProxy = createRoute({
    byHand: () => null,
    byPolicy: null,
    ofSystem: () => Promise.resolve('DIRECT'),
    ownAuthorities: join(tmpdir(), 'no-such-file.pem'),
    givenAuthorities: '',
    onUnusable: () => undefined,
  })
  /** The way to a service that is not in this computer. */
  const asSystemSays: Route = {
    agentFor: ({ protocol }, keepMs) => byNoProxy.agentFor(new URL(`${protocol}//service.invalid`), keepMs),
    trust,
  }

  it.each([
    ['over TCP', tapped, false, stream],
    ['over TLS', tapped, true, stream],
    ['over TCP as the system says', asSystemSays, false, stream],
    ['over TLS as the system says', asSystemSays, true, stream],
    ['behind a ping, in one piece', tapped, false, streamOf([ping, ...frames])],
    ['which begins in the answer', tapped, false, streamOf(frames, [], 1000)],
  ])('reads a stream into two buffers, %s', async (_, route, isSecure, said) => {
    const play = (need: Need) =>
      playStream(said, { needs: [need], closesAt: -1 }, { route, maxPayload, isSecure })
    const [needed, unneeded] = [await play('next'), await play('none')]
    expect([needed.messages, unneeded.messages]).toEqual([20, 20])
    // `ws` gives the frames of a read in which it got something, of 256 kB.
    expect(needed.buffers).toBeLessThanOrEqual(5)
    expect(unneeded.buffers).toBeLessThanOrEqual(5)
  })

  it('keeps no buffer of a frame that is far larger than a picture', async () => {
    const said = streamOf([...[1, 2].map((content) => frame(2_000_000, content)), ...frames])
    const taker: Taker = { needs: ['next'], closesAt: -1 }
    const { messages, kept } = await playStream(said, taker, { route: tapped, maxPayload: 8_000_000 })
    expect(messages).toBe(22)
    expect(kept).toBeLessThan(100_000)
  })
})
