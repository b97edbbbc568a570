import { APP_NAMES, drawAppIcon, ICON_SIZE, type AppId } from './app-icon'
import { rect, type Rect } from './geometry'
import type { Pen } from './pen'
import type { Pane, Piece, Scene, Stage } from './scene'
import { Scroller } from './scroller'
import type { Wallpaper } from './wallpaper'
import { drawDateWidget, drawWeatherWidget } from './widgets/home-widgets'

const DOCK: readonly AppId[] = ['phone', 'messages', 'browser', 'photos']
const ICONS: readonly AppId[] = [
  'notes',
  'files',
  'settings',
  'camera',
  'calculator',
  'clock',
  'calendar',
  'weather',
  'photoapp',
  'messenger',
]
const DOCK_HEIGHT = 88
const LABEL_HEIGHT = 20

/** The home screen: widgets and icons on pages, and the dock. */
export class HomeScene implements Scene {
  private readonly pager = new Scroller(true)

  constructor(
    private readonly wallpaper: Wallpaper,
    private readonly seed: number,
    private readonly name: string,
    private readonly open: (app: AppId) => void,
    private readonly drawPhoto: (pen: Pen, area: Rect) => void,
  ) {}

  ink(): string {
    return '#ffffff'
  }

  panes(stage: Stage): Pane[] {
    const grid = new IconGrid(stage)
    const pages = this.pages(grid, stage)
    const dockTop = stage.height - DOCK_HEIGHT - 19
    return [
      {
        key: 'wallpaper',
        frame: rect(0, 0, stage.width, stage.height),
        pieces: [],
        backdrop: (pen) => this.wallpaper.draw(pen, stage.width, stage.height),
      },
      {
        key: 'pages',
        frame: rect(0, 0, stage.width, dockTop - 26),
        scroll: { by: this.pager, axis: 'x', content: pages.length * stage.width },
        pieces: pages.flat(),
      },
      {
        key: 'dots',
        frame: rect(0, dockTop - 24, stage.width, 16),
        pieces: [this.dots(pages.length, stage)],
      },
      {
        key: 'dock',
        frame: rect(10, dockTop, stage.width - 20, DOCK_HEIGHT),
        pieces: this.dock(grid, stage),
      },
    ]
  }

  /** Shows the first page. */
  toFirstPage(): void {
    this.pager.jump(0)
  }

  /** Where an app's icon is, for its window to grow from; null when it is on another page. */
  iconRect(app: AppId, stage: Stage): Rect | null {
    for (const pane of this.panes(stage)) {
      const piece = pane.pieces.find((candidate) => candidate.key === app)
      if (piece === undefined) continue
      const shift = pane.scroll?.by.offset(stage.now) ?? 0
      const x = pane.frame.x + piece.at.x - shift + (piece.at.w - ICON_SIZE) / 2
      if (x < 0 || x > stage.width) return null
      return rect(x, pane.frame.y + piece.at.y, ICON_SIZE, ICON_SIZE)
    }
    return null
  }

  /** As many pages as the icons need, and one for the newest photo. */
  private pages(grid: IconGrid, stage: Stage): Piece[][] {
    const icons = [...ICONS]
    const pages: Piece[][] = []
    while (icons.length > 0) {
      const skip = pages.length === 0 ? this.widgetRows(grid) : 0
      const here = icons.splice(0, Math.max(1, grid.rows - skip) * grid.columns)
      const x = pages.length * stage.width
      const pieces = here.map((app, i) => this.icon(app, grid.cell(i + skip * grid.columns, x), true))
      pages.push(skip > 0 ? [...this.widgets(grid, stage), ...pieces] : pieces)
    }
    return [...pages, [this.photoWidget(grid, stage, pages.length * stage.width)]]
  }

  private photoWidget(grid: IconGrid, stage: Stage, pageX: number): Piece {
    const top = grid.cell(0, 0).y
    const w = stage.width - grid.margin * 2
    const h = Math.min(w * 1.15, grid.pitch * grid.rows - 22)
    return {
      key: 'photo',
      at: rect(pageX + grid.margin, top, w, h),
      draw: (pen, { pressed }) =>
        pen.within(
          rect(0, 0, w, h),
          () => {
            this.drawPhoto(pen, rect(0, 0, w, h))
            pen.fill(
              rect(0, h - 70, w, 70),
              pen.gradient([0, h - 70], [0, h], 'rgb(0 0 0 / 0)', 'rgb(0 0 0 / 0.55)'),
            )
            pen.text('Newest photo', 18, h - 24, { size: 17, weight: 'bold', color: '#ffffff' })
            if (pressed) pen.fill(rect(0, 0, w, h), 'rgb(0 0 0 / 0.25)')
          },
          24,
        ),
      tap: () => this.open('photos'),
    }
  }

  private widgetRows(grid: IconGrid): number {
    return grid.rows >= 4 ? 2 : 0
  }

  private widgets(grid: IconGrid, stage: Stage): Piece[] {
    const first = grid.cell(0, 0)
    const height = grid.pitch * 2 - 22
    const left = grid.margin
    const width = (stage.width - left * 2 - 16) / 2
    return [
      {
        at: rect(left, first.y, width, height),
        key: 'date',
        draw: (pen, look) => drawDateWidget(pen, width, height, this.name, look.now),
        nextChange: (after) => new Date(after).setHours(24, 0, 0, 0),
        tap: () => this.open('calendar'),
      },
      {
        at: rect(left + width + 16, first.y, width, height),
        key: 'sky',
        draw: (pen) => drawWeatherWidget(pen, width, height, this.seed),
        tap: () => this.open('weather'),
      },
    ]
  }

  private icon(app: AppId, cell: Rect, labelled: boolean): Piece {
    return {
      at: cell,
      key: app,
      draw: (pen, look) => {
        const x = (cell.w - ICON_SIZE) / 2
        pen.moved(x, 0, (at) => drawAppIcon(at, app, ICON_SIZE, look.pressed))
        if (!labelled) return
        const text = { size: 12, align: 'center', color: '#ffffff', maxWidth: cell.w } as const
        pen.text(APP_NAMES[app], cell.w / 2, ICON_SIZE + 12.5, { ...text, color: 'rgb(0 0 0 / 0.35)' })
        pen.text(APP_NAMES[app], cell.w / 2, ICON_SIZE + 12, text)
      },
      tap: () => this.open(app),
    }
  }

  private dock(grid: IconGrid, stage: Stage): Piece[] {
    const width = stage.width - 20
    const plate: Piece = {
      at: rect(0, 0, width, DOCK_HEIGHT),
      draw: (pen) => {
        pen.fill(rect(0, 0, width, DOCK_HEIGHT), 'rgb(255 255 255 / 0.24)', 30)
        pen.outline(rect(0.5, 0.5, width - 1, DOCK_HEIGHT - 1), 'rgb(255 255 255 / 0.16)', 1, 29.5)
      },
    }
    const icons = DOCK.map((app, i) => {
      const cell = grid.dockCell(i, DOCK.length)
      return this.icon(app, rect(cell - 10, 14, ICON_SIZE, ICON_SIZE), false)
    })
    return [plate, ...icons]
  }

  private dots(count: number, stage: Stage): Piece {
    const pager = this.pager
    const x = stage.width / 2 - (count - 1) * 7
    return {
      at: rect(0, 0, stage.width, 16),
      draw: (pen, look) => {
        for (let i = 0; i < count; i++) {
          const away = Math.min(1, Math.abs(pager.offset(look.now) / stage.width - i))
          pen.circle(x + i * 14, 8, 3.4, `rgb(255 255 255 / ${(0.95 - 0.55 * away).toFixed(2)})`)
        }
      },
      nextChange: (after) => (pager.moving(after) ? after + 1 : null),
    }
  }
}

/** Where icons stand for a screen of some size. */
class IconGrid {
  readonly columns: number
  readonly rows: number
  readonly margin: number
  readonly pitch: number
  private readonly top: number

  constructor(private readonly stage: Stage) {
    this.columns = Math.max(4, Math.floor((stage.width - 20) / 110))
    this.margin = Math.max(20, stage.width * 0.065)
    this.top = stage.top + 14
    const room = stage.height - DOCK_HEIGHT - 45 - this.top
    this.rows = Math.max(1, Math.floor(room / (ICON_SIZE + LABEL_HEIGHT + 10)))
    this.pitch = Math.min(room / this.rows, ICON_SIZE + LABEL_HEIGHT + 32)
  }

  cell(index: number, pageX: number): Rect {
    const column = index % this.columns
    const row = Math.floor(index / this.columns)
    return rect(
      pageX + this.columnX(column),
      this.top + row * this.pitch,
      this.cellWidth,
      ICON_SIZE + LABEL_HEIGHT,
    )
  }

  /** Left edge of an icon in the dock. */
  dockCell(index: number, count: number): number {
    const first = Math.max(0, Math.floor((this.columns - count) / 2))
    return this.columnX(index + first) + (this.cellWidth - ICON_SIZE) / 2
  }

  private get cellWidth(): number {
    return ICON_SIZE + 16
  }

  private columnX(column: number): number {
    const room = this.stage.width - this.margin * 2 - ICON_SIZE
    return this.margin - 8 + (room / (this.columns - 1)) * column
  }
}
