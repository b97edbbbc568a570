import type { AppId } from './app-icon'
import { rect, type Rect } from './geometry'
import type { HomeScene } from './home-scene'
import { glide, still, type Motion } from './motion'
import type { Pen } from './pen'
import type { Scene, Stage } from './scene'
import { drawPanes, fitScrollers, type PressedPiece } from './scene-view'

const WINDOW_MS = 220
const SLIDE_MS = 240
const FADE_MS = 160

/** What is seen while one scene gives way to another. Progress 1 shows `above` whole, 0 `below`. */
interface Transition {
  kind: 'window' | 'slide' | 'fade'
  above: Scene
  below: Scene
  progress: Motion
  /** Where the window grows from. */
  icon?: Rect
}

/** Which scene is in front, and how one follows another. The state changes at once; only what is seen takes its time. */
export class Navigation {
  private readonly stacks = new Map<AppId, Scene[]>()
  private front: AppId | null = null
  private cover: Scene | null = null
  private transition: Transition | null = null
  private held = false
  /** The apps that were used, the last one first. */
  readonly recent: AppId[] = []

  constructor(
    private readonly home: HomeScene,
    private readonly rootOf: (app: AppId) => Scene,
    private readonly stage: (now: number) => Stage,
  ) {}

  get scene(): Scene {
    return this.cover ?? this.appScene ?? this.home
  }

  get atHome(): boolean {
    return this.cover === null && this.front === null
  }

  sceneOf(app: AppId): Scene {
    return this.stackOf(app).at(-1) ?? this.rootOf(app)
  }

  open(app: AppId, now: number): void {
    const before = this.scene
    if (this.front === app && this.cover === null) return
    if (this.front === app) {
      this.uncover(now)
      return
    }
    const fromHome = this.atHome
    this.cover = null
    this.front = app
    this.recent.splice(0, this.recent.length, app, ...this.recent.filter((other) => other !== app))
    const above = this.sceneOf(app)
    if (fromHome) this.window(above, glide(0, 1, now, WINDOW_MS), app, now)
    else this.show({ kind: 'fade', above, below: before, progress: glide(0, 1, now, FADE_MS) })
  }

  goHome(now: number): void {
    if (this.atHome) {
      this.home.toFirstPage()
      return
    }
    const above = this.scene
    const from = this.transition?.kind === 'window' ? this.transition.progress.at(now) : 1
    const app = this.front
    const wasCovered = this.cover !== null
    this.cover = null
    this.front = null
    if (wasCovered || app === null)
      this.show({ kind: 'fade', above, below: this.home, progress: glide(1, 0, now, FADE_MS) })
    else this.window(above, glide(from, 0, now, WINDOW_MS), app, now)
  }

  /** Drops every scene but the home screen's, without a motion. */
  restart(): void {
    this.stacks.clear()
    this.recent.length = 0
    this.front = null
    this.cover = null
    this.transition = null
    this.held = false
  }

  /** Shows a scene over everything, such as the lock screen. */
  coverWith(scene: Scene, now: number): void {
    const below = this.scene
    this.cover = scene
    this.show({ kind: 'fade', above: scene, below, progress: glide(0, 1, now, FADE_MS) })
  }

  uncover(now: number): void {
    const above = this.cover
    if (above === null) return
    this.cover = null
    this.show({ kind: 'fade', above, below: this.scene, progress: glide(1, 0, now, FADE_MS) })
  }

  push(scene: Scene, now: number): void {
    if (this.front === null) return
    const below = this.scene
    this.stackOf(this.front).push(scene)
    this.show({ kind: 'slide', above: scene, below, progress: glide(0, 1, now, SLIDE_MS) })
  }

  /** @returns false when there is nothing to go back to */
  pop(now: number): boolean {
    if (!this.canPop || this.front === null) return false
    const stack = this.stackOf(this.front)
    const above = stack.pop()
    const below = stack.at(-1)
    if (above === undefined || below === undefined) return false
    const from = this.transition?.kind === 'slide' && this.held ? this.transition.progress.at(now) : 1
    this.show({ kind: 'slide', above, below, progress: glide(from, 0, now, SLIDE_MS) })
    return true
  }

  /** Takes an app back to its first scene, without a motion. */
  reset(app: AppId, ...above: Scene[]): void {
    const root = this.stackOf(app)[0] ?? this.rootOf(app)
    this.stacks.set(app, [root, ...above])
  }

  get canPop(): boolean {
    return this.cover === null && this.front !== null && this.stackOf(this.front).length > 1
  }

  /** The finger draws the window or the upper scene away; progress 1 is where it was. */
  hold(kind: 'window' | 'slide', progress: number, now: number): void {
    if (kind === 'window' && this.front !== null) this.window(this.scene, still(progress), this.front, now)
    else if (kind === 'slide' && this.front !== null) {
      const below = this.stackOf(this.front).at(-2)
      if (below === undefined) return
      this.transition = { kind, above: this.scene, below, progress: still(progress) }
    } else return
    this.held = true
  }

  /** The finger was released without leaving: everything returns. */
  letBack(now: number): void {
    if (!this.held || this.transition === null) return
    this.held = false
    this.transition.progress = glide(this.transition.progress.at(now), 1, now, FADE_MS)
  }

  /** Does the screen still change after this time? */
  movingAfter(time: number): boolean {
    return this.transition !== null && !this.held && time < this.transition.progress.end
  }

  draw(pen: Pen, now: number, pressed: PressedPiece | null): void {
    const running = this.transition
    if (running === null || (!this.held && now >= running.progress.end)) {
      this.transition = null
      this.drawScene(pen, this.scene, now, pressed)
      return
    }
    const progress = running.progress.at(now)
    if (running.kind === 'window') this.drawWindow(pen, running, progress, now)
    else if (running.kind === 'slide') this.drawSlide(pen, running, progress, now)
    else {
      this.drawScene(pen, running.below, now, null)
      pen.faded(progress, () => this.drawScene(pen, running.above, now, null))
    }
  }

  private get appScene(): Scene | null {
    return this.front === null ? null : this.sceneOf(this.front)
  }

  private stackOf(app: AppId): Scene[] {
    const stack = this.stacks.get(app) ?? [this.rootOf(app)]
    this.stacks.set(app, stack)
    return stack
  }

  private window(above: Scene, progress: Motion, app: AppId, now: number): void {
    const stage = this.stage(now)
    const icon = this.home.iconRect(app, stage) ?? rect(stage.width / 2 - 30, stage.height / 2 - 30, 60, 60)
    this.show({ kind: 'window', above, below: this.home, progress, icon })
  }

  private show(transition: Transition): void {
    this.transition = transition
    this.held = false
  }

  private drawScene(pen: Pen, scene: Scene, now: number, pressed: PressedPiece | null): void {
    const panes = scene.panes(this.stage(now))
    fitScrollers(panes, now)
    drawPanes(pen, panes, now, pressed)
  }

  private drawWindow(pen: Pen, { above, below, icon }: Transition, progress: number, now: number): void {
    const { width, height } = this.stage(now)
    const from = icon ?? rect(0, 0, width, height)
    this.drawScene(pen, below, now, null)
    pen.fill(rect(0, 0, width, height), `rgb(0 0 0 / ${(0.3 * progress).toFixed(2)})`)
    const mix = (a: number, b: number): number => a + (b - a) * progress
    const area = rect(mix(from.x, 0), mix(from.y, 0), mix(from.w, width), mix(from.h, height))
    pen.faded(Math.min(1, progress * 3), () =>
      pen.within(
        area,
        () => {
          pen.ctx.translate(area.x, area.y)
          pen.ctx.scale(area.w / width, area.w / width)
          this.drawScene(pen, above, now, null)
        },
        mix(14, 36),
      ),
    )
  }

  private drawSlide(pen: Pen, { above, below }: Transition, progress: number, now: number): void {
    const { width, height } = this.stage(now)
    const x = (1 - progress) * width
    pen.moved(-progress * width * 0.3, 0, (at) => this.drawScene(at, below, now, null))
    pen.fill(rect(0, 0, width, height), `rgb(0 0 0 / ${(0.16 * progress).toFixed(2)})`)
    pen.within(rect(x, 0, width, height), () => pen.moved(x, 0, (at) => this.drawScene(at, above, now, null)))
  }
}
