import { APP_NAMES, drawAppIcon, type AppId } from '../app-icon'
import { rect } from '../geometry'
import type { Pane, Piece, Scene, Stage } from '../scene'
import { TextField } from '../text-field'
import type { Wallpaper } from '../wallpaper'
import { Keyboard } from '../widgets/keyboard'
import { lineFieldPiece } from '../widgets/line-field'

const ROW = 56

/** Search: a field, and the apps whose names hold what is typed. */
export class SearchScene implements Scene {
  private readonly query = new TextField()
  private readonly keyboard: Keyboard

  /** @param close shows again what was there before */
  constructor(
    private readonly wallpaper: Wallpaper,
    private readonly open: (app: AppId) => void,
    private readonly close: () => void,
  ) {
    this.keyboard = new Keyboard(
      () => this.query,
      () => this.submit(),
      'open',
    )
  }

  ink(): string {
    return '#ffffff'
  }

  field(): TextField {
    return this.query
  }

  unfocus(): void {
    this.close()
  }

  submit(): void {
    const first = this.found()[0]
    if (first !== undefined) this.open(first)
  }

  panes(stage: Stage): Pane[] {
    const { width, height } = stage
    const top = stage.top + 64
    return [
      {
        key: 'search',
        frame: rect(0, 0, width, height),
        backdrop: (pen) => {
          this.wallpaper.draw(pen, width, height)
          pen.fill(rect(0, 0, width, height), 'rgb(0 0 0 / 0.45)')
        },
        pieces: [
          lineFieldPiece(this.query, rect(16, stage.top + 10, width - 32, 42), {
            placeholder: 'Search apps',
            focused: true,
            fill: '#f2f3f7',
            focus: () => undefined,
          }),
          ...this.found().map((app, i) => this.row(app, top + i * ROW, width)),
        ],
      },
      this.keyboard.pane(stage),
    ]
  }

  private found(): AppId[] {
    const wanted = this.query.text.trim().toLowerCase()
    const apps = Object.keys(APP_NAMES) as AppId[]
    return apps.filter((app) => APP_NAMES[app].toLowerCase().includes(wanted)).slice(0, 6)
  }

  private row(app: AppId, y: number, width: number): Piece {
    return {
      key: app,
      at: rect(16, y, width - 32, ROW),
      draw: (pen, { pressed }) => {
        pen.fill(rect(0, 3, width - 32, ROW - 6), `rgb(255 255 255 / ${pressed ? 0.4 : 0.18})`, 14)
        pen.moved(10, 10, (at) => drawAppIcon(at, app, 36))
        pen.text(APP_NAMES[app], 60, ROW / 2, { size: 17, weight: 'bold', color: '#ffffff' })
      },
      tap: () => this.open(app),
    }
  }
}
