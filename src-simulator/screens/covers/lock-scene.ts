import { rect } from '../geometry'
import type { Pane, Scene, Stage } from '../scene'
import { drawSign } from '../signs'
import { clockText, nextMinute } from '../status-bar'
import type { Wallpaper } from '../wallpaper'

/** The locked phone: time and date over the wallpaper. A tap opens it. */
export function createLockScene(wallpaper: Wallpaper, name: string, unlock: () => void): Scene {
  return {
    ink: () => '#ffffff',
    panes: (stage) => [
      {
        key: 'lock',
        frame: rect(0, 0, stage.width, stage.height),
        backdrop: (pen) => wallpaper.draw(pen, stage.width, stage.height),
        pieces: [
          {
            at: rect(0, 0, stage.width, stage.height),
            draw: (pen) => {
              drawSign(pen, 'lock', stage.width / 2, stage.top + 20, '#ffffff')
              pen.text(name, stage.width / 2, stage.height - stage.bottom - 44, {
                size: 16,
                weight: 'bold',
                align: 'center',
                color: '#ffffff',
              })
              pen.text('Tap to open', stage.width / 2, stage.height - stage.bottom - 20, {
                size: 14,
                align: 'center',
                color: 'rgb(255 255 255 / 0.8)',
              })
            },
            tap: unlock,
          },
          timePiece(stage),
        ],
      },
    ],
  }
}

function timePiece(stage: Stage): Pane['pieces'][number] {
  const y = stage.top + Math.min(60, stage.height * 0.1)
  return {
    at: rect(0, y, stage.width, 140),
    draw: (pen, { now }) => {
      const date = new Date(now).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' })
      pen.text(date, stage.width / 2, 22, { size: 19, weight: 'bold', align: 'center', color: '#ffffff' })
      pen.text(clockText(now), stage.width / 2, 84, {
        size: 88,
        weight: 'light',
        align: 'center',
        color: '#ffffff',
      })
    },
    nextChange: nextMinute,
  }
}
