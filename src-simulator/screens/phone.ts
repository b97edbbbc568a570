import type { AppId } from './app-icon'
import { Apps } from './apps/apps'
import { createLockScene } from './covers/lock-scene'
import { SearchScene } from './covers/search-scene'
import { SwitcherScene } from './covers/switcher-scene'
import { rect, union, type Rect } from './geometry'
import type { AppTarget, HandsetSpec } from './handset'
import { HomeScene } from './home-scene'
import { Keys } from './keys'
import { Navigation } from './navigation'
import type { Pen } from './pen'
import type { PhoneAnswer, PhoneCommand } from './protocol'
import type { Pane, Scene, Stage } from './scene'
import { changedParts, fitScrollers, nextChangeOf } from './scene-view'
import { measureScreen } from './stage-for'
import { drawStatusBar, nextMinute } from './status-bar'
import type { System } from './system'
import { Ticker } from './ticker'
import { Touch } from './touch'
import { Wallpaper } from './wallpaper'

const STATUS_HEIGHT = 44
const INDICATOR_HEIGHT = 24
const LAID_OUT_AFTER: ReadonlySet<PhoneCommand['do']> = new Set([
  'text',
  'key',
  'chord',
  'openApp',
  'openUrl',
])

/** One phone: what is on its screen, and how it answers fingers, keys and the service. It has no timers of its own. */
export class Phone implements System {
  /** Pixels a point. */
  readonly scale: number
  clipboard = ''
  private readonly width: number
  private readonly height: number
  private readonly home: HomeScene
  private readonly apps: Apps
  private readonly navigation: Navigation
  private readonly touch: Touch
  private readonly keys: Keys
  private readonly ticker = new Ticker()
  private isAirplane = false
  private dirty: Rect | null
  private drawnAt = 0

  /**
   * @param clock the time in ms since 1970
   * @param changed called when the screen changed without a command, such as after a picture was read
   */
  constructor(
    readonly spec: HandsetSpec,
    private readonly clock: () => number,
    private readonly changed: () => void = () => undefined,
  ) {
    const measure = measureScreen(spec.snapshot)
    this.scale = measure.scale
    this.width = measure.width
    this.height = measure.height
    const wallpaper = new Wallpaper(spec.seed)
    this.home = new HomeScene(
      wallpaper,
      spec.seed,
      spec.name,
      (app) => this.open(app),
      (pen, area) => this.apps.drawNewestPhoto(pen, area),
    )
    this.apps = new Apps(this)
    const stage = (now: number): Stage => this.stage(now)
    this.navigation = new Navigation(this.home, (app) => this.apps.rootOf(app), stage)
    this.touch = new Touch(this.navigation, { stage, invalidate: (area) => this.invalidate(area) })
    this.keys = new Keys(this, this.navigation, this.covers(wallpaper))
    this.dirty = this.whole
  }

  get seed(): number {
    return this.spec.seed
  }

  get name(): string {
    return this.spec.name
  }

  get publicId(): string {
    return this.spec.publicId
  }

  get airplane(): boolean {
    return this.isAirplane
  }

  set airplane(on: boolean) {
    this.isAirplane = on
    this.apps.airplaneChanged()
    this.redraw()
  }

  now(): number {
    return this.clock()
  }

  redraw(): void {
    this.dirty = this.whole
  }

  push(scene: Scene): void {
    this.navigation.push(scene, this.now())
    this.redraw()
  }

  pop(): void {
    this.navigation.pop(this.now())
    this.redraw()
  }

  open(app: AppId): void {
    this.navigation.open(app, this.now())
    this.redraw()
  }

  /** Carries out a command that changes the phone or asks it something; answers as the handset does. */
  carryOut(command: PhoneCommand): PhoneAnswer {
    const now = this.now()
    this.touch.advance(now)
    const answer = this.apply(command, now)
    // A layout at once, so that what follows from the change, such as a list that moves to its end, begins now.
    if (LAID_OUT_AFTER.has(command.do)) this.panes(now)
    return answer
  }

  private apply(command: PhoneCommand, now: number): PhoneAnswer {
    switch (command.do) {
      case 'pointer':
        this.touch.point(
          { x: command.x / this.scale, y: command.y / this.scale },
          command.pressed,
          now,
          command.mayHold,
        )
        return null
      case 'scroll':
        this.touch.wheel({ x: command.x / this.scale, y: command.y / this.scale }, command.dy, now)
        return null
      case 'key':
        return this.keys.press(command.name)
      case 'text':
        return this.keys.type(command.text)
      case 'preset':
        return this.keys.preset(command.name)
      case 'chord':
        return this.keys.chord(command.modifiers, command.key)
      case 'openUrl':
        this.apps.browse(command.url)
        this.open('browser')
        return null
      case 'openApp':
        return this.openTarget(command.app)
      case 'setClipboard':
        this.clipboard = command.text
        return null
      case 'clipboard':
        return this.clipboard
      case 'airplane':
        this.airplane = command.on
        return null
      case 'fileArrived':
        this.apps.receive(command, () => {
          this.redraw()
          this.changed()
        })
        this.redraw()
        return null
      case 'animate':
        this.ticker.run(command.fps)
        this.invalidate(this.statusArea)
        return null
      default:
        return null
    }
  }

  /** Brings everything up to the present. @returns is there anything to draw? */
  advance(): boolean {
    const now = this.now()
    this.touch.advance(now)
    if (this.navigation.movingAfter(this.drawnAt)) this.redraw()
    else for (const part of changedParts(this.panes(now), this.drawnAt, now)) this.invalidate(part)
    if (nextMinute(this.drawnAt) <= now) this.invalidate(this.statusArea)
    if (this.ticker.nextChange(this.drawnAt) <= now) this.invalidate(this.ticker.area(this.width))
    return this.dirty !== null
  }

  /** When the screen next changes without input; in the past if it is due now. */
  nextChange(): number {
    if (this.dirty !== null) return 0
    if (this.navigation.movingAfter(this.drawnAt)) return this.drawnAt + 1
    return Math.min(
      nextMinute(this.drawnAt),
      this.ticker.nextChange(this.drawnAt),
      this.touch.wakeAt ?? Infinity,
      nextChangeOf(this.panes(this.drawnAt), this.drawnAt),
    )
  }

  /**
   * Back to the home screen, after a scene has thrown. Which one is not known, as a motion draws two and the app
   * switcher many: all of them go. What the apps keep stays.
   */
  restart(): void {
    this.navigation.restart()
    this.touch.letGo()
    this.redraw()
  }

  /** The part to be drawn again, in points, or null; it counts as drawn from now on. */
  takeDirty(): Rect | null {
    const area = this.dirty
    this.dirty = null
    this.drawnAt = this.now()
    return area
  }

  draw(pen: Pen): void {
    const now = this.drawnAt
    this.navigation.draw(pen, now, this.touch.pressed)
    const ink = this.navigation.scene.ink()
    if (pen.wants(this.statusArea)) {
      const signs = { now, airplane: this.isAirplane, ...this.apps.signs }
      drawStatusBar(pen, this.width, STATUS_HEIGHT, ink, signs)
      this.ticker.draw(pen, this.width, now)
    }
    pen.fill(rect(this.width / 2 - 67, this.height - 11, 134, 5), ink, 2.5)
  }

  private covers(wallpaper: Wallpaper): Record<string, () => Scene> {
    const open = (app: AppId): void => this.open(app)
    const close = (): void => {
      this.navigation.uncover(this.now())
      this.redraw()
    }
    return {
      lock: () => createLockScene(wallpaper, this.name, close),
      search: () => new SearchScene(wallpaper, open, close),
      appSwitcher: () =>
        new SwitcherScene(wallpaper, {
          recent: () => this.navigation.recent,
          sceneOf: (app) => this.navigation.sceneOf(app),
          open,
          close,
        }),
    }
  }

  private openTarget({ target, username }: AppTarget): boolean {
    const app = this.apps.prepare(target, username)
    if (app === null) return false
    this.navigation.reset(app.id, ...app.scenes)
    this.open(app.id)
    this.redraw()
    return true
  }

  private panes(now: number): Pane[] {
    const panes = this.navigation.scene.panes(this.stage(now))
    fitScrollers(panes, now)
    return panes
  }

  private stage(now: number): Stage {
    return { width: this.width, height: this.height, top: STATUS_HEIGHT, bottom: INDICATOR_HEIGHT, now }
  }

  private get whole(): Rect {
    return rect(0, 0, this.width, this.height)
  }

  private get statusArea(): Rect {
    return rect(0, 0, this.width, STATUS_HEIGHT)
  }

  private invalidate(area: Rect): void {
    this.dirty = this.dirty === null ? area : union(this.dirty, area)
  }
}
