import { z } from 'zod'
import type { TileState } from '../../../../src-shared/features/tile-state'
import type { Device } from '../../../../src-shared/protocol/device'
import { deviceName } from '../../../../src-shared/protocol/device-name'
import { findHits } from '../../screens/text-hits'
import { unlessStopped } from '../../time/unless-stopped'
import { screenText } from './inputs'
import { markedText } from '../screen-text'
import { tool, type ToolCall } from '../tool'

// Sooner than programs give up.
const readWithinMs = 20_000

const states = ['idle', 'connecting', 'live', 'parked', 'offline', 'blocked', 'automation'] as const

/** A phone in the list. */
interface Listed {
  id: string
  name: string
  labels: string[]
  notes: string | null
  state: TileState['state'] | null
  /** Of its screen, in snapshot pixels; null until that is known. */
  size: { width: number; height: number } | null
  /** What its screen showed when it was last read, in one line; null before. */
  shows: string | null
}

export const listPhones = tool({
  title: 'List phones',
  about:
    'Lists the phones: id, name, labels, notes, state, size of the screen, and what the screen showed when it was last read. With text, it reads the live phones, for 20 s at most, and lists those that show it.',
  input: z.strictObject({
    label: z.string().min(1).max(200).optional(),
    state: z.enum(states).optional().describe('automation: a job keeps the phone for itself.'),
    text: screenText.optional(),
  }),
  async run({ label, state, text }, call) {
    const found = listed(call).filter(
      (each) =>
        (label === undefined || each.labels.includes(label)) && (state === undefined || each.state === state),
    )
    const { phones, unread } =
      text === undefined ? { phones: found, unread: 0 } : await showing(text, found, call)
    const note =
      unread === 0
        ? ''
        : ` ${unread} more are not live, or could not be read in 20 s: see makes a phone live and reads it.`
    return {
      text: [`Phones: ${phones.length}.${note}`, ...phones.map(lineOf)].join('\n'),
      data: { phones, ...(text === undefined ? {} : { unread }) },
    }
  },
})

/** Lists the phones of the grant. */
export function listed({
  fleet,
  publicIds,
  views,
}: Pick<ToolCall, 'fleet' | 'publicIds' | 'views'>): Listed[] {
  const open = fleet.fleet()
  const tiles = new Map(open.tiles.map((tile) => [tile.publicId, tile]))
  const devices = new Map(open.devices.devices.map((device) => [device.public_id, device]))
  return publicIds.flatMap((publicId) => {
    const device = devices.get(publicId)
    return device ? listedOf(device, tiles.get(publicId), views.shownBy(publicId)) : []
  })
}

const listedOf = (device: Device, tile: TileState | undefined, shows: string | null): Listed => ({
  id: device.public_id,
  name: deviceName(device),
  labels: device.labels.map(({ name }) => name),
  notes: device.notes,
  state: tile?.state ?? null,
  size: tile?.snapshot ?? null,
  shows,
})

function lineOf({ id, name, labels, notes, state, shows }: Listed): string {
  const parts = [`${name} (${id})`, state ?? 'unknown', labels.join(', '), notes ?? ''].filter(
    (part) => part !== '',
  )
  const line = parts.join(' · ').replaceAll(/\s+/g, ' ')
  return shows === null ? line : `${line}\n${markedText(id, [shows])}`
}

/** Reads the live phones of a list, and keeps those that show a text. */
async function showing(text: string, all: readonly Listed[], call: ToolCall) {
  const { fleet, views, stop } = call
  const { screenshot } = fleet.fleet()
  const shots = all.map((each) => ({ each, jpeg: each.state === 'live' ? screenshot.newest(each.id) : null }))
  const late = new AbortController()
  const endLate = fleet.clock.after(readWithinMs, () => late.abort())
  const limit = AbortSignal.any([stop, late.signal])
  const read = await Promise.all(
    shots.map(async ({ each, jpeg }) => {
      if (!jpeg) return { each, hits: null }
      const reading = fleet.pictures.of(each.id, limit).readText(jpeg)
      // A screen that can't be read shows no text.
      const lines = await unlessStopped(reading, limit).catch(() => (limit.aborted ? null : []))
      if (!lines) return { each, hits: null }
      return { each: { ...each, shows: views.noteText(each.id, lines) }, hits: findHits(lines, text) }
    }),
  ).finally(endLate)
  stop.throwIfAborted()
  return {
    phones: read.filter(({ hits }) => hits !== null && hits.length > 0).map(({ each }) => each),
    unread: read.filter(({ hits }) => hits === null).length,
  }
}
