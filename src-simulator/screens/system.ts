import type { AppId } from './app-icon'
import type { Scene } from './scene'

/** What an app may ask of the phone it runs on. */
export interface System {
  readonly seed: number
  /** The phone's name. */
  readonly name: string
  readonly publicId: string
  now(): number
  /** Shows a scene above the one that is in front. */
  push(scene: Scene): void
  pop(): void
  open(app: AppId): void
  clipboard: string
  airplane: boolean
  /** The whole screen is drawn again. */
  redraw(): void
}
