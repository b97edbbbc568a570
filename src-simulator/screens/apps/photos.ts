import { rect } from '../geometry'
import { COLORS } from '../palette'
import type { Photo, PhotoLibrary } from '../photo-library'
import type { Pane, Scene, Stage } from '../scene'
import { Scroller } from '../scroller'
import type { System } from '../system'
import { NAV_HEIGHT, navBarPane } from '../widgets/nav-bar'

const GAP = 2

/** The Photos app: a grid of pictures, the newest first; a tap shows one large. */
export class PhotosScene implements Scene {
  private readonly scroller = new Scroller()

  constructor(
    private readonly system: System,
    private readonly library: PhotoLibrary,
  ) {}

  ink(): string {
    return COLORS.text
  }

  mainScroll(): Scroller {
    return this.scroller
  }

  panes(stage: Stage): Pane[] {
    const columns = Math.max(3, Math.round(stage.width / 130))
    const side = (stage.width - GAP * (columns - 1)) / columns
    const top = stage.top + NAV_HEIGHT + 54
    const photos = this.library.all
    const rows = Math.ceil(photos.length / columns)
    const offset = this.scroller.offset(stage.now)
    return [
      {
        key: 'grid',
        frame: rect(0, 0, stage.width, stage.height),
        scroll: { by: this.scroller, axis: 'y', content: top + rows * (side + GAP) + 52 + stage.bottom },
        pieces: [
          {
            at: rect(16, stage.top + NAV_HEIGHT, stage.width - 32, 54),
            draw: (pen) => pen.text('Photos', 2, 22, { size: 32, weight: 'bold', color: COLORS.text }),
          },
          ...photos.map((photo, i) => {
            const x = (i % columns) * (side + GAP)
            const y = top + Math.floor(i / columns) * (side + GAP)
            return this.thumbnail(photo, x, y, side)
          }),
          {
            at: rect(0, top + rows * (side + GAP), stage.width, 52),
            draw: (pen) =>
              pen.text(`${photos.length} photos`, stage.width / 2, 28, {
                size: 15,
                weight: 'bold',
                align: 'center',
                color: COLORS.text,
              }),
          },
        ],
        backdrop: (pen) => pen.fill(rect(0, 0, stage.width, stage.height), COLORS.paper),
      },
      navBarPane(stage, {
        title: 'Photos',
        titleOpacity: Math.min(1, Math.max(0, (offset - 22) / 16)),
        raised: offset > 8,
      }),
    ]
  }

  private thumbnail(photo: Photo, x: number, y: number, side: number): Pane['pieces'][number] {
    return {
      key: photo.key,
      at: rect(x, y, side, side),
      draw: (pen, { pressed }) => {
        photo.draw(pen, rect(0, 0, side, side), 'cover')
        if (pressed) pen.fill(rect(0, 0, side, side), 'rgb(0 0 0 / 0.25)')
      },
      tap: () => this.system.push(new PhotoScene(photo, this.system)),
    }
  }
}

/** One picture, large. */
class PhotoScene implements Scene {
  private bare = false

  constructor(
    private readonly photo: Photo,
    private readonly system: System,
  ) {}

  ink(): string {
    return this.bare ? '#ffffff' : COLORS.text
  }

  panes(stage: Stage): Pane[] {
    const whole = rect(0, 0, stage.width, stage.height)
    const picture: Pane = {
      key: 'picture',
      frame: whole,
      pieces: [
        {
          at: whole,
          draw: (pen) => {
            pen.fill(whole, this.bare ? '#000000' : COLORS.paper)
            const top = stage.top + NAV_HEIGHT
            this.photo.draw(pen, rect(0, top, stage.width, stage.height - top - stage.bottom - 46), 'contain')
          },
          tap: () => {
            this.bare = !this.bare
          },
        },
      ],
    }
    if (this.bare) return [picture]
    return [
      picture,
      navBarPane(stage, {
        title: this.photo.caption,
        back: { label: 'Photos', tap: () => this.system.pop() },
        raised: true,
      }),
    ]
  }
}
