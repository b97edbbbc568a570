import { rect } from '../geometry'
import type { Pen } from '../pen'
import { Random } from '../../random'

const SKIES = ['Clear', 'Partly cloudy', 'Light breeze', 'Sunny spells'] as const

/** Today's date and the phone's name, which distinguishes the phones. */
export function drawDateWidget(pen: Pen, width: number, height: number, name: string, now: number): void {
  const date = new Date(now)
  pen.fill(rect(0, 0, width, height), 'rgb(255 255 255 / 0.92)', 22)
  pen.text(date.toLocaleDateString('en', { weekday: 'long' }).toUpperCase(), 16, 24, {
    size: 12,
    weight: 'bold',
    color: '#e5493d',
    maxWidth: width - 28,
  })
  pen.text(String(date.getDate()), 14, 58, { size: 46, weight: 'light', color: '#17191d' })
  pen.text(date.toLocaleDateString('en', { month: 'long' }), 16, 93, { size: 14, color: '#6d7280' })
  pen.rule(16, height - 42, width - 32, '#d5d8de')
  pen.text(name, 16, height - 22, { size: 14.5, weight: 'bold', color: '#17191d', maxWidth: width - 30 })
}

/** The weather where the phone is. @returns degrees Celsius, and words */
export function weatherOf(seed: number): { warmth: number; sky: string } {
  const random = new Random(seed, 'weather')
  return { warmth: random.whole(9, 27), sky: random.pick(SKIES) }
}

/** A seeded temperature under a seeded sky. */
export function drawWeatherWidget(pen: Pen, width: number, height: number, seed: number): void {
  const { warmth, sky } = weatherOf(seed)
  pen.within(
    rect(0, 0, width, height),
    () => {
      pen.fill(rect(0, 0, width, height), pen.gradient([0, 0], [0, height], '#2d7fe0', '#7fc4f5'))
      pen.circle(width - 38, 40, 19, '#ffd955')
      pen.circle(width - 38, 40, 28, 'rgb(255 217 85 / 0.28)')
      pen.text('Today', 16, 24, { size: 13, weight: 'bold', color: '#ffffff' })
      pen.text(`${warmth}°`, 15, 60, { size: 44, weight: 'light', color: '#ffffff' })
      pen.text(sky, 16, 93, { size: 14, color: '#ffffff' })
      pen.text(`H ${warmth + 3}°   L ${warmth - 6}°`, 16, height - 22, {
        size: 13.5,
        weight: 'bold',
        color: '#ffffff',
      })
    },
    22,
  )
}
