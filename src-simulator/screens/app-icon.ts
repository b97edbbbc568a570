import { rect } from './geometry'
import type { Pen } from './pen'

/** The apps of a phone. */
export type AppId =
  | 'phone'
  | 'messages'
  | 'browser'
  | 'photos'
  | 'notes'
  | 'files'
  | 'settings'
  | 'camera'
  | 'calculator'
  | 'clock'
  | 'calendar'
  | 'weather'
  | 'photoapp'
  | 'messenger'

export const APP_NAMES: Record<AppId, string> = {
  phone: 'Phone',
  messages: 'Messages',
  browser: 'Browser',
  photos: 'Photos',
  notes: 'Notes',
  files: 'Files',
  settings: 'Settings',
  camera: 'Camera',
  calculator: 'Calculator',
  clock: 'Clock',
  calendar: 'Calendar',
  weather: 'Weather',
  photoapp: 'Lumina',
  messenger: 'Courier',
}

interface IconLook {
  from: string
  to: string
  /** Drawn on a plate of 60 by 60 points. */
  sign(pen: Pen): void
}

export const ICON_SIZE = 60
const CORNER = 14

const petals = ['#ff9f0a', '#ff6482', '#bf5af2', '#5e9bff', '#32c8b0', '#a4d643']

const LOOKS: Record<AppId, IconLook> = {
  phone: {
    from: '#5ee07a',
    to: '#22b14c',
    sign: (pen) => {
      pen.stroke('M20 20C20 31 29 40 40 40', '#ffffff', 6.5)
      pen.stroke('M18.8 17.6L22.4 24.4', '#ffffff', 8)
      pen.stroke('M35.6 37.6L42.4 41.2', '#ffffff', 8)
    },
  },
  messages: {
    from: '#6fb1ff',
    to: '#2f6bff',
    sign: (pen) => {
      pen.shape(
        'M30 14C40 14 47 20 47 28C47 36 40 42 30 42C28 42 26.2 41.8 24.5 41.3C22 43.6 19 45 15.6 45.4C17.4 43.4 18.4 41.2 18.6 38.6C15 36 13 32.2 13 28C13 20 20 14 30 14Z',
        '#ffffff',
      )
      for (const x of [22.5, 30, 37.5]) pen.circle(x, 28, 2.3, '#3f7bff')
    },
  },
  browser: {
    from: '#fefefe',
    to: '#dfe7f2',
    sign: (pen) => {
      pen.circle(30, 30, 19, pen.gradient([12, 12], [48, 48], '#39c6ff', '#2457e6'))
      for (const path of [
        'M11.5 30H48.5',
        'M30 11.5C40 20 40 40 30 48.5C20 40 20 20 30 11.5',
        'M14.5 20.5C24 24.5 36 24.5 45.5 20.5',
        'M14.5 39.5C24 35.5 36 35.5 45.5 39.5',
      ])
        pen.stroke(path, 'rgb(255 255 255 / 0.85)', 1.7)
    },
  },
  photos: {
    from: '#ffffff',
    to: '#f1f1f5',
    sign: (pen) => {
      petals.forEach((color, i) => {
        pen.ctx.save()
        pen.ctx.translate(30, 30)
        pen.ctx.rotate((i * Math.PI) / 3)
        pen.ctx.globalAlpha = 0.82
        pen.fill(rect(-6, -20, 12, 17), color, 6)
        pen.ctx.restore()
      })
    },
  },
  notes: {
    from: '#ffffff',
    to: '#f3f1ea',
    sign: (pen) => {
      pen.fill(rect(0, 0, 60, 16), pen.gradient([0, 0], [0, 16], '#ffd75e', '#ffc02e'))
      for (let x = 6; x < 60; x += 6.8) pen.circle(x, 19.5, 1, '#d8cfb8')
      for (const [y, w] of [
        [28, 40],
        [36, 40],
        [44, 26],
      ] as const)
        pen.fill(rect(10, y, w, 2.4), '#c9c4b8', 1.2)
    },
  },
  files: {
    from: '#f7fbff',
    to: '#d9e9fb',
    sign: (pen) => {
      pen.shape('M12 18.5C12 16 13.6 14.5 16 14.5H24L28 18.5H44C46.4 18.5 48 20 48 22.5V26H12Z', '#3f8cf5')
      pen.fill(rect(12, 22.5, 36, 22.5), pen.gradient([0, 22], [0, 46], '#7fc0ff', '#4a98ff'), 4.5)
    },
  },
  settings: {
    from: '#9aa3b2',
    to: '#565e6e',
    sign: (pen) => {
      for (let i = 0; i < 8; i++) {
        pen.ctx.save()
        pen.ctx.translate(30, 30)
        pen.ctx.rotate((i * Math.PI) / 4)
        pen.fill(rect(-3.4, -19.5, 6.8, 9), '#f5f6f8', 2)
        pen.ctx.restore()
      }
      pen.ring(30, 30, 10.8, '#f5f6f8', 6.4)
    },
  },
  camera: {
    from: '#4a4f5a',
    to: '#22252b',
    sign: (pen) => {
      pen.shape(
        'M22 19L24.6 14.8C25 14.2 25.6 14 26.2 14H33.8C34.4 14 35 14.2 35.4 14.8L38 19H44C46.4 19 48 20.6 48 23V40C48 42.4 46.4 44 44 44H16C13.6 44 12 42.4 12 40V23C12 20.6 13.6 19 16 19Z',
        '#f2f3f5',
      )
      pen.circle(30, 31, 9, '#2b2f37')
      pen.circle(30, 31, 6, pen.gradient([24, 25], [36, 37], '#77b7ff', '#2d4d9e'))
      pen.circle(42.6, 24, 1.7, '#ffb340')
    },
  },
  calculator: {
    from: '#3b3f47',
    to: '#17191d',
    sign: (pen) => {
      pen.fill(rect(13, 12, 34, 9), '#a9b4c2', 3)
      for (let row = 0; row < 3; row++)
        for (let column = 0; column < 3; column++)
          pen.circle(18 + column * 12, 28 + row * 8.6, 3.2, column === 2 ? '#ff9f2e' : '#eceef1')
    },
  },
  clock: {
    from: '#22252b',
    to: '#0c0d10',
    sign: (pen) => {
      pen.circle(30, 30, 20, '#ffffff')
      for (let i = 0; i < 12; i++) {
        const angle = (i * Math.PI) / 6
        pen.circle(
          30 + 16.4 * Math.sin(angle),
          30 - 16.4 * Math.cos(angle),
          i % 3 === 0 ? 1.5 : 0.9,
          '#2b2f37',
        )
      }
      pen.stroke('M30 30L23 24.5', '#17191d', 2.8)
      pen.stroke('M30 30L38 19.5', '#17191d', 2.2)
      pen.stroke('M30 30L33.5 42', '#ff8a1f', 1.2)
      pen.circle(30, 30, 2, '#ff8a1f')
    },
  },
  calendar: {
    from: '#ffffff',
    to: '#f0f1f4',
    sign: (pen) => {
      const date = new Date()
      pen.fill(rect(0, 0, 60, 18), pen.gradient([0, 0], [0, 18], '#ff6b61', '#f0443a'))
      pen.text(date.toLocaleDateString('en', { weekday: 'short' }).toUpperCase(), 30, 9.6, {
        size: 10,
        weight: 'bold',
        color: '#ffffff',
        align: 'center',
      })
      pen.text(String(date.getDate()), 30, 38, { size: 29, color: '#22252b', align: 'center' })
    },
  },
  weather: {
    from: '#4aa3ff',
    to: '#8fd2ff',
    sign: (pen) => {
      pen.circle(37, 24, 9.5, '#ffd84d')
      pen.shape(
        'M20 43C15 43 12 39.8 12 36C12 32.2 14.8 29.4 18.6 29.2C19.8 25.2 23.2 22.8 27.2 22.8C31.6 22.8 35 25.6 36 29.8C40.6 29.6 44 32.4 44 36.4C44 40.2 41 43 37 43Z',
        '#ffffff',
      )
    },
  },
  photoapp: {
    from: '#ffb64a',
    to: '#f4525f',
    sign: (pen) => {
      pen.ring(30, 30, 15.5, '#ffffff', 3.6)
      for (let i = 0; i < 3; i++) {
        const angle = (i * 2 * Math.PI) / 3 - 0.5
        pen.circle(30 + 6.2 * Math.sin(angle), 30 - 6.2 * Math.cos(angle), 3.6, '#ffffff')
      }
    },
  },
  messenger: {
    from: '#37d0c0',
    to: '#0f8fb8',
    sign: (pen) => {
      pen.shape('M12 18H48V43H12Z', 'rgb(255 255 255 / 0.28)')
      pen.stroke('M13.5 18.5H46.5V42H13.5Z', '#ffffff', 2.8)
      pen.stroke('M14.5 20L30 33L45.5 20', '#ffffff', 2.8)
    },
  },
}

/** Draws an app's icon with its top left corner at the origin. @param dim a finger rests on it */
export function drawAppIcon(pen: Pen, app: AppId, size: number, dim = false): void {
  const look = LOOKS[app]
  pen.ctx.save()
  pen.ctx.scale(size / ICON_SIZE, size / ICON_SIZE)
  const plate = rect(0, 0, ICON_SIZE, ICON_SIZE)
  pen.within(
    plate,
    () => {
      pen.fill(plate, pen.gradient([0, 0], [0, ICON_SIZE], look.from, look.to))
      look.sign(pen)
      if (dim) pen.fill(plate, 'rgb(0 0 0 / 0.35)')
    },
    CORNER,
  )
  pen.ctx.restore()
}
