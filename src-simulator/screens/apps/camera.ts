import { rect } from '../geometry'
import type { PhotoLibrary } from '../photo-library'
import { drawPicture } from '../picture'
import { Random } from '../../random'
import type { Pane, Scene, Stage } from '../scene'
import type { System } from '../system'

/** The Camera app: what it sees can be taken, and is then the first of the photos. */
export class CameraScene implements Scene {
  private readonly random: Random
  private view: number

  constructor(
    private readonly system: System,
    private readonly library: PhotoLibrary,
    private readonly modes: readonly string[] = ['VIDEO', 'PHOTO', 'WIDE'],
  ) {
    this.random = new Random(system.seed, 'camera')
    this.view = this.random.whole(0, 2 ** 31)
  }

  ink(): string {
    return '#ffffff'
  }

  panes(stage: Stage): Pane[] {
    const { width, height } = stage
    const finder = rect(0, stage.top + 8, width, height - stage.top - stage.bottom - 150)
    const shutterY = height - stage.bottom - 60
    return [
      {
        key: 'camera',
        frame: rect(0, 0, width, height),
        backdrop: (pen) => {
          pen.fill(rect(0, 0, width, height), '#000000')
          drawPicture(pen, finder, this.view)
          for (const part of [1, 2]) {
            pen.fill(rect((width * part) / 3, finder.y, 0.7, finder.h), 'rgb(255 255 255 / 0.35)')
            pen.fill(rect(0, finder.y + (finder.h * part) / 3, width, 0.7), 'rgb(255 255 255 / 0.35)')
          }
          this.modes.forEach((mode, i) => {
            const color = i === 1 ? '#ffd23f' : '#ffffff'
            pen.text(mode, width / 2 + (i - 1) * 84, finder.y + finder.h + 24, {
              size: 13,
              weight: 'bold',
              align: 'center',
              color,
            })
          })
        },
        pieces: [
          {
            key: 'shutter',
            at: rect(width / 2 - 40, shutterY - 40, 80, 80),
            draw: (pen, { pressed }) => {
              pen.ring(40, 40, 34, '#ffffff', 4)
              pen.circle(40, 40, pressed ? 25 : 28, pressed ? '#c8cbd2' : '#ffffff')
            },
            tap: () => this.shoot(),
          },
          {
            key: 'last',
            at: rect(24, shutterY - 26, 52, 52),
            draw: (pen) =>
              pen.within(
                rect(0, 0, 52, 52),
                () => this.library.all[0]?.draw(pen, rect(0, 0, 52, 52), 'cover'),
                10,
              ),
            tap: () => this.system.open('photos'),
          },
        ],
      },
    ]
  }

  private shoot(): void {
    this.library.take(this.view)
    this.view = this.random.whole(0, 2 ** 31)
  }
}
