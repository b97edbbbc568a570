import type { Pen } from './pen'

/** Small signs drawn around a middle point, about 20 points wide. */
export type Sign =
  | 'chevron'
  | 'back'
  | 'plus'
  | 'send'
  | 'compose'
  | 'heart'
  | 'comment'
  | 'house'
  | 'search'
  | 'person'
  | 'reload'
  | 'plane'
  | 'wifi'
  | 'bell'
  | 'sun'
  | 'moon'
  | 'lock'
  | 'gear'
  | 'battery'
  | 'dots'
  | 'backspace'
  | 'shift'
  | 'info'
  | 'camera'
  | 'grid'

interface Stroke {
  path: string
  width?: number
  filled?: boolean
}

const SIGNS: Record<Sign, readonly Stroke[]> = {
  chevron: [{ path: 'M-3 -6L3 0L-3 6', width: 2.2 }],
  back: [{ path: 'M4 -9L-5 0L4 9', width: 2.6 }],
  plus: [{ path: 'M0 -8V8M-8 0H8', width: 2.4 }],
  send: [{ path: 'M0 7.5V-7.5M-6 -1.5L0 -7.5L6 -1.5', width: 2.6 }],
  compose: [
    { path: 'M8 1V6.5C8 8 7 9 5.5 9H-6.5C-8 9 -9 8 -9 6.5V-5.5C-9 -7 -8 -8 -6.5 -8H-1' },
    { path: 'M-3 3L-2.4 -0.4L6.6 -9.4L9.4 -6.6L0.4 2.4Z' },
  ],
  heart: [
    {
      path: 'M0 8C-6 3.6 -9 0.6 -9 -3C-9 -6 -6.8 -7.8 -4.5 -7.8C-2.6 -7.8 -0.8 -6.6 0 -4.8C0.8 -6.6 2.6 -7.8 4.5 -7.8C6.8 -7.8 9 -6 9 -3C9 0.6 6 3.6 0 8Z',
    },
  ],
  comment: [
    {
      path: 'M0 -8C5 -8 9 -4.6 9 -0.4C9 3.8 5 7.2 0 7.2C-1.4 7.2 -2.8 7 -4 6.5L-8 8.4L-7 4.4C-8.3 3 -9 1.4 -9 -0.4C-9 -4.6 -5 -8 0 -8Z',
    },
  ],
  house: [{ path: 'M-8.5 -0.5L0 -8.5L8.5 -0.5M-6.5 -2V8H6.5V-2' }],
  search: [{ path: 'M-1.5 -8A6.5 6.5 0 1 0 -1.5 5A6.5 6.5 0 1 0 -1.5 -8M3.4 3.4L8.5 8.5', width: 2.2 }],
  person: [
    { path: 'M0 -8.5A4 4 0 1 0 0 -0.5A4 4 0 1 0 0 -8.5M-8 8.5C-7 4.5 -4 2.6 0 2.6C4 2.6 7 4.5 8 8.5' },
  ],
  reload: [{ path: 'M7 -3.5A8 8 0 1 0 8 1.5M7.6 -8V-3.2H2.8' }],
  plane: [
    {
      path: 'M-1.4 -8C-1.4 -9.6 1.4 -9.6 1.4 -8L1.4 -3L9 1.6V3.8L1.4 1.5L1.2 5.4L3.6 7.2V8.9L0 7.9L-3.6 8.9V7.2L-1.2 5.4L-1.4 1.5L-9 3.8V1.6L-1.4 -3Z',
      filled: true,
    },
  ],
  wifi: [
    { path: 'M-8.5 -2.5C-3.8 -7 3.8 -7 8.5 -2.5M-5.2 1.2C-2.4 -1.4 2.4 -1.4 5.2 1.2', width: 2.4 },
    { path: 'M-2.2 5A2.2 2.2 0 1 0 2.2 5A2.2 2.2 0 1 0 -2.2 5', filled: true },
  ],
  bell: [
    {
      path: 'M0 -8.6C-4 -8.6 -6 -5.8 -6 -2.4C-6 2 -8 3 -8 4.6H8C8 3 6 2 6 -2.4C6 -5.8 4 -8.6 0 -8.6ZM-2.4 6.4C-1.8 8.8 1.8 8.8 2.4 6.4',
      filled: true,
    },
  ],
  sun: [
    { path: 'M0 -4.2A4.2 4.2 0 1 0 0 4.2A4.2 4.2 0 1 0 0 -4.2', filled: true },
    {
      path: 'M0 -9V-7M0 9V7M-9 0H-7M9 0H7M-6.3 -6.3L-5 -5M6.3 6.3L5 5M-6.3 6.3L-5 5M6.3 -6.3L5 -5',
      width: 2,
    },
  ],
  moon: [{ path: 'M3 -8.4A8.6 8.6 0 1 0 8.6 3.2A7 7 0 0 1 3 -8.4Z', filled: true }],
  lock: [
    { path: 'M-6.4 -1.4H6.4V8.4H-6.4Z', filled: true },
    { path: 'M-4 -1.4V-4.6A4 4 0 0 1 4 -4.6V-1.4', width: 2.2 },
  ],
  gear: [
    { path: 'M0 -5.6A5.6 5.6 0 1 0 0 5.6A5.6 5.6 0 1 0 0 -5.6', width: 3.4 },
    {
      path: 'M0 -9V-7.4M0 9V7.4M-9 0H-7.4M9 0H7.4M-6.4 -6.4L-5.2 -5.2M6.4 6.4L5.2 5.2M-6.4 6.4L-5.2 5.2M6.4 -6.4L5.2 -5.2',
      width: 3,
    },
  ],
  battery: [{ path: 'M-9 -4.4H6.6V4.4H-9ZM9 -1.6V1.6' }, { path: 'M-7 -2.4H3V2.4H-7Z', filled: true }],
  dots: [{ path: 'M-7 0H-6.9M0 0H0.1M7 0H7.1', width: 3.8 }],
  backspace: [{ path: 'M-4 -7.4H9V7.4H-4L-10.4 0ZM-0.6 -3L5 3M5 -3L-0.6 3', width: 1.8 }],
  shift: [{ path: 'M0 -8.6L8.6 0.6H4V7.4H-4V0.6H-8.6Z', width: 1.7 }],
  info: [
    { path: 'M0 -8.4A8.4 8.4 0 1 0 0 8.4A8.4 8.4 0 1 0 0 -8.4' },
    { path: 'M0 -0.6V4.4M0 -4V-3.9', width: 2.4 },
  ],
  camera: [
    { path: 'M-9 -5H-4.6L-3 -7.6H3L4.6 -5H9V7.4H-9ZM0 -2.4A3.4 3.4 0 1 0 0 4.4A3.4 3.4 0 1 0 0 -2.4' },
  ],
  grid: [{ path: 'M-8 -8H8V8H-8ZM-2.7 -8V8M2.7 -8V8M-8 -2.7H8M-8 2.7H8', width: 1.5 }],
}

export function drawSign(pen: Pen, sign: Sign, x: number, y: number, color: string, scale = 1): void {
  pen.moved(x, y, (at) => {
    at.ctx.scale(scale, scale)
    for (const { path, width, filled } of SIGNS[sign])
      if (filled === true) at.shape(path, color)
      else at.stroke(path, color, width ?? 1.8)
  })
}
