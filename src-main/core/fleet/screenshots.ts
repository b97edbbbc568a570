import type { Screenshot } from '../../../src-shared/bridge/screenshot'
import type { Clock } from '../base/clock'
import type { Fleet } from './fleet'

/** Saves a JPEG as a file of this name, or one like it. @returns its path @throws FaultError `not-saved` */
export type SavePicture = (name: string, jpeg: Buffer) => Promise<string>

/** Takes screenshots and saves them. */
export interface Screenshots {
  /** @throws FaultError as `TakeScreenshot`, and `not-saved` */
  take(from: Pick<Fleet, 'screenshot' | 'nameOf'>, publicId: string, mayCost: boolean): Promise<Screenshot>
}

/** @param save null where the page saves pictures itself */
export function createScreenshots(clock: Pick<Clock, 'now'>, save: SavePicture | null): Screenshots {
  return {
    async take(from, publicId, mayCost) {
      const jpeg = await from.screenshot(publicId, mayCost)
      if (!jpeg) return { kind: 'costs' }
      const name = pictureName(from.nameOf(publicId), new Date(clock.now()))
      if (save) return { kind: 'saved', path: await save(name, jpeg) }
      return { kind: 'picture', name, base64: jpeg.toString('base64') }
    },
  }
}

// Characters that some file systems refuse, or that reverse the text direction and so hide the extension.
const unwelcome = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu
const mostOfName = 80
const two = (value: number) => String(value).padStart(2, '0')

/** Names a phone's screenshot by the local time, so that names sort: `Ash 2026-03-01 14.05.09.jpg`. */
export function pictureName(phone: string, at: Date): string {
  const plain = phone
    .replaceAll(unwelcome, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
  const name = [...plain].slice(0, mostOfName).join('').trim() || 'Phone'
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')
  return `${name} ${day} ${time}.jpg`
}
