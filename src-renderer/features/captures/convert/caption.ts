import type { Size } from '../../../../src-shared/protocol/device'
import type { VideoPlan } from './messages'

const heightShare = 0.06
const leastHeight = 24
const secondMs = 1000

/** Returns the height of the line under a picture, in pixels: an even number, as encoders need. */
export const captionHeight = ({ width, height }: Size): number =>
  2 * Math.round(Math.max(leastHeight, Math.min(width, height) * heightShare) / 2)

/** Returns the next time after `at` at which the clock shows another second; both in ms from the recording's start. */
export function nextSecond(at: number, startedAt: number): number {
  return (Math.floor((startedAt + at) / secondMs) + 1) * secondMs - startedAt
}

/**
 * Draws a caption: the name at the start of the line, date and time at its end.
 * @param at ms from the recording's start
 */
export type DrawCaption = (at: number) => void

/** Returns what draws a caption at the bottom of a canvas, over `lineHeight` pixels. */
export function createCaption(
  context: OffscreenCanvasRenderingContext2D,
  { title, startedAt }: Pick<VideoPlan, 'title' | 'startedAt'>,
  locale: string,
  lineHeight: number,
): DrawCaption {
  const { width, height } = context.canvas
  const margin = Math.round(lineHeight * 0.4)
  const middle = height - lineHeight / 2
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' })
  return (at) => {
    context.fillStyle = '#000'
    context.fillRect(0, height - lineHeight, width, lineHeight)
    context.fillStyle = '#fff'
    context.font = `${Math.round(lineHeight * 0.55)}px system-ui, sans-serif`
    context.textBaseline = 'middle'
    const time = startedAt === null ? '' : clock.format(startedAt + at)
    context.textAlign = 'right'
    context.fillText(time, width - margin, middle)
    context.textAlign = 'left'
    const room = width - 3 * margin - context.measureText(time).width
    context.fillText(
      shortened(title, (text) => context.measureText(text).width <= room),
      margin,
      middle,
    )
  }
}

/** Cuts the end of a text off until it fits. */
export function shortened(text: string, fits: (text: string) => boolean): string {
  const characters = Array.from(text)
  let shown = text
  while (!fits(shown) && characters.pop() !== undefined) shown = `${characters.join('').trimEnd()}…`
  return shown
}
