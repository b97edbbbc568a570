import { rect } from '../geometry'
import type { Pen } from '../pen'
import { Random } from '../../random'
import type { Piece, Scene } from '../scene'
import { Scroller } from '../scroller'
import type { System } from '../system'
import { weatherOf } from '../widgets/home-widgets'

const DAYS = 9

/** The Weather app: seeded hours and days. */
export function createWeather(system: System): Scene {
  const scroller = new Scroller()
  const { warmth, sky } = weatherOf(system.seed)
  return {
    ink: () => '#ffffff',
    mainScroll: () => scroller,
    panes(stage) {
      const { width } = stage
      const random = new Random(system.seed, 'forecast')
      const pieces: Piece[] = [
        {
          at: rect(0, stage.top, width, 190),
          draw: (pen) => {
            pen.text('Here', width / 2, 34, { size: 26, align: 'center', color: '#ffffff' })
            pen.text(`${warmth}°`, width / 2 + 8, 94, {
              size: 84,
              weight: 'light',
              align: 'center',
              color: '#ffffff',
            })
            pen.text(sky, width / 2, 150, { size: 18, align: 'center', color: '#ffffff' })
          },
        },
      ]
      const first = new Date(stage.now)
      for (let i = 0; i < DAYS; i++) {
        const date = new Date(first.getFullYear(), first.getMonth(), first.getDate() + i)
        const low = warmth - 6 + random.whole(-3, 2)
        const high = warmth + 2 + random.whole(-2, 4)
        const cloudy = random.next() < 0.45
        pieces.push({
          at: rect(16, stage.top + 200 + i * 52, width - 32, 46),
          draw: (pen) =>
            drawDay(pen, width - 32, i === 0 ? 'Today' : date.toLocaleDateString('en', { weekday: 'long' }), {
              low,
              high,
              cloudy,
              coldest: warmth - 10,
              warmest: warmth + 7,
            }),
        })
      }
      return [
        {
          key: 'weather',
          frame: rect(0, 0, width, stage.height),
          scroll: { by: scroller, axis: 'y', content: stage.top + 200 + DAYS * 52 + stage.bottom + 8 },
          backdrop: (pen) =>
            pen.fill(
              rect(0, 0, width, stage.height),
              pen.gradient([0, 0], [0, stage.height], '#2466bd', '#7cbcf0'),
            ),
          pieces,
        },
      ]
    },
  }
}

interface Day {
  low: number
  high: number
  cloudy: boolean
  /** Ends of the scale, the same for all days. */
  coldest: number
  warmest: number
}

function drawDay(pen: Pen, w: number, name: string, { low, high, cloudy, coldest, warmest }: Day): void {
  const middle = 23
  pen.fill(rect(0, 0, w, 46), 'rgb(255 255 255 / 0.16)', 12)
  pen.text(name, 16, middle, { size: 17, weight: 'bold', color: '#ffffff' })
  pen.circle(w * 0.46, middle, 8, '#ffd955')
  if (cloudy) pen.fill(rect(w * 0.46 - 12, middle, 24, 11), '#ffffff', 5.5)
  pen.text(`${low}°`, w * 0.62, middle, { size: 16, align: 'right', color: '#dcecff' })
  const from = w * 0.65
  const reach = w * 0.2
  const at = (degrees: number): number => from + (reach * (degrees - coldest)) / (warmest - coldest)
  pen.fill(rect(from, middle - 2.5, reach, 5), 'rgb(0 0 0 / 0.18)', 2.5)
  pen.fill(
    rect(at(low), middle - 2.5, at(high) - at(low), 5),
    pen.gradient([from, 0], [from + reach, 0], '#8fe3c0', '#ffc14d'),
    2.5,
  )
  pen.text(`${high}°`, w - 14, middle, { size: 16, weight: 'bold', align: 'right', color: '#ffffff' })
}
