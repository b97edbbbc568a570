import { z } from 'zod'
import type { FlowPhone } from '../../flows/on-phone/flow-phone'
import { isThere } from '../../flows/on-phone/presence'
import { pictureSize } from '../../pictures/picture-size'
import type { Size } from '../../../../src-shared/protocol/device'
import { phone } from './inputs'
import { assertFree, assertNotPaused, headOf, untilLive } from '../on-phone'
import { ToolRefused } from '../refusal'
import { markedLines } from '../screen-text'
import { pictureSizeOf } from '../screen-views'
import { named, tool, type ToolCall } from '../tool'

// Longer, and a picture that costs a snapshot is worth more than one that is free.
const liveWithinMs = 6000

/** A picture of a phone's screen, and whether it cost a snapshot. */
interface Shot {
  jpeg: Buffer
  /** In snapshot pixels. */
  size: Size
  isPaid: boolean
  /** Aborts once a person uses the phone. */
  touch: AbortSignal
}

export const see = tool({
  title: 'See a phone',
  about:
    'Returns a picture of the phone’s screen and its lines of text with their boxes, in pixels of that picture; tap and swipe take the same pixels. It is free for a live phone. Otherwise the phone is made live; where that is not possible, one snapshot of the daily budget is used, and the answer says so.',
  input: z.strictObject({ phone }),
  async run({ phone: wanted }, call) {
    const { fleet, views, stop } = call
    const one = call.phone(wanted)
    const { publicId } = one
    const shot = await takeShot(call, one)
    const looks = fleet.pictures.of(publicId, stop)
    const [read, jpeg] = await Promise.all([looks.readText(shot.jpeg), pictureOf(call, publicId, shot)])
    const picture = views.saw(publicId, shot)
    const lines = views.linesIn(publicId, read, shot.size)
    const cost = shot.isPaid ? ' The phone is not live: this picture used 1 snapshot.' : ''
    const text = [
      `${headOf(call, one)}: ${picture.width} × ${picture.height} px.${cost}`,
      lines.length === 0 ? 'The screen shows no text.' : markedLines(publicId, lines),
    ].join('\n')
    return {
      text,
      data: { phone: named(call, one), picture, lines, cost: { snapshots: shot.isPaid ? 1 : 0 } },
      picture: jpeg,
    }
  },
})

/**
 * Takes a picture of a phone: its newest frame, or else a snapshot.
 * @throws ToolRefused, FaultError when a job keeps the phone for itself or there is no picture
 */
export async function takeShot(call: ToolCall, one: FlowPhone): Promise<Shot> {
  await assertFree(call, one)
  assertNotPaused(call)
  const { fleet, stop } = call
  const touch = fleet.nextTouch(one.publicId)
  const end = fleet.use(one)
  try {
    const mayBeLive = isThere(one) || !isWithoutPlace(call, one)
    if (mayBeLive) await untilLive(call, one, liveWithinMs)
    const { frame } = one.screen
    if (frame && isThere(one)) return { ...frame, touch, isPaid: false }
    const jpeg = await fleet.fleet().screenshot.take(one.publicId, stop)
    const size = pictureSize(jpeg)
    if (!size) throw new ToolRefused('unreadable-screen', 'The phone’s picture can’t be read.')
    return { jpeg, size, touch, isPaid: true }
  } finally {
    end()
  }
}

/** Makes the picture that programs get of a shot: the shot itself where it is small enough. */
export async function pictureOf(
  { fleet, stop }: Pick<ToolCall, 'fleet' | 'stop'>,
  publicId: string,
  { jpeg, size }: Pick<Shot, 'jpeg' | 'size'>,
): Promise<Buffer> {
  const wanted = pictureSizeOf(size)
  if (wanted.width === size.width) return jpeg
  return fleet.pictures.of(publicId, stop).scaled(jpeg, wanted.width)
}

/** Whether as many phones are live as may be. */
function isWithoutPlace({ fleet }: ToolCall, { publicId }: FlowPhone): boolean {
  const tile = fleet.fleet().tiles.find((each) => each.publicId === publicId)
  return tile?.idleReason === 'max-active-devices'
}
