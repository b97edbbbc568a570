import { APP_NAMES, drawAppIcon, type AppId } from '../app-icon'
import { rect } from '../geometry'
import { Pen } from '../pen'
import type { Pane, Piece, Scene, Stage } from '../scene'
import { drawPanes, fitScrollers } from '../scene-view'
import { Scroller } from '../scroller'
import type { Wallpaper } from '../wallpaper'

const CARD_SCALE = 0.62
const GAP = 20

interface RecentApps {
  recent(): readonly AppId[]
  sceneOf(app: AppId): Scene
  open(app: AppId): void
  close(): void
}

/** The app switcher: the apps that were used as cards, the last one first. */
export class SwitcherScene implements Scene {
  private readonly scroller = new Scroller()

  constructor(
    private readonly wallpaper: Wallpaper,
    private readonly apps: RecentApps,
  ) {}

  ink(): string {
    return '#ffffff'
  }

  panes(stage: Stage): Pane[] {
    const { width, height } = stage
    const w = width * CARD_SCALE
    const margin = (width - w) / 2
    const recent = this.apps.recent()
    const top = (height - height * CARD_SCALE) / 2
    return [
      {
        key: 'switcher',
        frame: rect(0, 0, width, height),
        scroll: { by: this.scroller, axis: 'x', content: margin * 2 + recent.length * (w + GAP) - GAP },
        backdrop: (pen) => {
          this.wallpaper.draw(pen, width, height)
          pen.fill(rect(0, 0, width, height), 'rgb(0 0 0 / 0.4)')
          if (recent.length > 0) return
          pen.text('No recent apps', width / 2, height / 2, {
            size: 20,
            weight: 'bold',
            align: 'center',
            color: '#ffffff',
          })
        },
        pieces:
          recent.length === 0
            ? [{ at: rect(0, 0, width, height), draw: () => undefined, tap: () => this.apps.close() }]
            : recent.map((app, i) => this.card(app, margin + i * (w + GAP), top, stage)),
      },
    ]
  }

  private card(app: AppId, x: number, top: number, stage: Stage): Piece {
    const [w, h] = [stage.width * CARD_SCALE, stage.height * CARD_SCALE]
    return {
      key: app,
      at: rect(x, top - 44, w, h + 44),
      draw: (pen, { now, pressed }) => {
        pen.moved(4, 2, (at) => drawAppIcon(at, app, 30))
        pen.text(APP_NAMES[app], 44, 17, { size: 16, weight: 'bold', color: '#ffffff' })
        pen.within(
          rect(0, 44, w, h),
          () => {
            pen.ctx.translate(0, 44)
            pen.ctx.scale(CARD_SCALE, CARD_SCALE)
            const panes = this.apps.sceneOf(app).panes({ ...stage, now })
            fitScrollers(panes, now)
            drawPanes(new Pen(pen.ctx, rect(0, 0, stage.width, stage.height)), panes, now, null)
            if (pressed) pen.fill(rect(0, 0, stage.width, stage.height), 'rgb(0 0 0 / 0.2)')
          },
          22,
        )
      },
      tap: () => this.apps.open(app),
    }
  }
}
