import type { Device, Size } from '../../../src-shared/protocol/device'
import type { UploadTicket } from '../../../src-shared/protocol/upload-ticket'
import type { Usage } from '../../../src-shared/protocol/usage'
import { idOf, restWord, wallWord } from './play'

const plenty = { used: 0, budget: 1_000_000, remaining: 1_000_000 }
const usage: Usage = {
  active_minutes: plenty,
  actions: plenty,
  snapshots: plenty,
  uploads: plenty,
  max_active_devices: 1000,
  resets_at: '2100-01-01T00:00:00+00:00',
}

export const nameOf = (phone: number): string => `Phone ${phone + 1}`

/** @param walls sizes of walls; the notes name those that show the phone */
export function deviceOf(phone: number, walls: readonly number[]): Device {
  const words = walls.map((count) => (phone < count ? wallWord(count) : restWord(count)))
  return {
    public_id: idOf(phone),
    name: nameOf(phone),
    custom_name: null,
    notes: words.length > 0 ? words.join(' ') : null,
    labels: [],
    dashboard_id: phone + 1,
    dashboard_url: 'http://127.0.0.1/',
  }
}

/**
 * Returns the answer to a GET that an app needs to show a wall (spec 4.1, 4.2, 4.9, 4.12); null for an unknown path.
 * @param frame the size of all frames
 */
export function answerTo(path: string, devices: readonly Device[], frame: Size): unknown {
  if (path === '/v1/devices') return devices
  if (path === '/v1/usage') return usage
  const [, publicId, jobs] = /^\/v1\/devices\/([^/]+)(\/automations)?$/.exec(path) ?? []
  const device = devices.find(({ public_id }) => public_id === publicId)
  if (!device) return null
  return jobs ? [] : { ...device, screen: frame, snapshot: frame }
}

/** Returns the answer to a call for a ticket (spec 4.6). */
export const ticketFor = (uploadUrl: string): UploadTicket => ({
  upload_url: uploadUrl,
  ticket: 'upl_bench',
  max_bytes: 314_572_800,
  expires_at: '2100-01-01T00:00:00Z',
})
