import type { CommandSpecs } from '../../commands/make-command'
import { useView } from '../../stores/view'

/** What takes the focus in an area, the first that it has. */
const entrances = [
  '[role=tab][aria-selected=true]',
  '[data-device][tabindex="0"]',
  'button:not(:disabled, [tabindex="-1"]), input:not(:disabled), select, textarea, a[href], [tabindex="0"]',
]

/** The commands that move the focus between bar, rail, wall, selection bar, inspector and panel. */
export function areaCommands() {
  const view = useView()
  /** @returns whether the area has something to focus */
  const enter = (area: HTMLElement): boolean => {
    const inside = entrances
      .flatMap((entrance) => [...area.querySelectorAll<HTMLElement>(entrance)])
      .find((element) => element.checkVisibility() && element.closest('[data-area]') === area)
    if (!inside) return false
    // The wall scrolls to its current tile.
    if (inside.matches('[role=gridcell] > [data-device]')) view.returning = true
    else inside.focus()
    return true
  }
  const move = (step: 1 | -1) => {
    const areas = [...document.querySelectorAll<HTMLElement>('[data-area]')]
    const now = document.activeElement?.closest<HTMLElement>('[data-area]')
    const from = now ? areas.indexOf(now) : step === 1 ? -1 : 0
    for (let places = 1; places <= areas.length; places += 1) {
      const next = areas.at((from + step * places) % areas.length)
      if (next && enter(next)) return
    }
  }
  return {
    'view.next-area': { place: 'main', shortcuts: ['f6'], inFields: true, run: () => move(1) },
    'view.previous-area': { place: 'main', shortcuts: ['shift+f6'], inFields: true, run: () => move(-1) },
  } satisfies CommandSpecs
}
