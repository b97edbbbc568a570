import { APP_NAMES, type AppId } from '../app-icon'
import { rect } from '../geometry'
import type { Scene } from '../scene'
import type { System } from '../system'

/** All apps of a phone. */
export interface Apps {
  readonly charge: { battery: number; signal: number }
  /** An app's first scene, always the same one. */
  rootOf(app: AppId): Scene
  /** Has the browser show a page. */
  browse(url: string): void
  /** Takes in a file. @param ready called when a picture was read */
  receive(file: { name: string; bytes: number; path: string }, ready: () => void): void
  /** The app of an `open_app` target (spec 4.5) and the scenes above its first; null when there is none. */
  prepare(target: string, username: string | undefined): { id: AppId; scenes: Scene[] } | null
}

export function createApps(system: System): Apps {
  const roots = new Map<AppId, Scene>()
  return {
    charge: { battery: 0.8, signal: 4 },
    rootOf(app) {
      const scene = roots.get(app) ?? plainScene(app, system)
      roots.set(app, scene)
      return scene
    },
    browse: () => undefined,
    receive: () => undefined,
    prepare: () => null,
  }
}

function plainScene(app: AppId, system: System): Scene {
  return {
    ink: () => '#17191d',
    panes: (stage) => [
      {
        key: 'ground',
        frame: rect(0, 0, stage.width, stage.height),
        pieces: [],
        backdrop: (pen) => {
          pen.fill(rect(0, 0, stage.width, stage.height), '#f3f4f7')
          pen.text(APP_NAMES[app], 20, 80, { size: 30, weight: 'bold', color: '#17191d' })
          pen.text(system.name, 20, 120, { size: 17, color: '#6d7280' })
        },
      },
    ],
  }
}
