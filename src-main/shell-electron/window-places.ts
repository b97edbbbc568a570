import { z } from 'zod'
import { fleetIdSchema, ownWindowSchema, wallNumberSchema } from '../../src-shared/bridge/own-window-schema'
import type { Clock } from '../core/time/clock'
import { createDebouncedWrite, type DebouncedWrite } from '../core/disk/debounced-write'
import { JsonFile } from '../core/disk/json-file'
import type { ReportFile } from '../core/disk/own-file'
import type { WindowPlace } from './window-place'

// Limits the file, which would otherwise grow with every phone.
const maxWindows = 60

const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  spread: z.enum(['none', 'maximized', 'full-screen']),
})
const namedPlaceSchema = placeSchema.extend({ window: z.string() })
/** A phone's window; the fleet is null for phones of the first window, whichever fleet that shows. */
const openSchema = ownWindowSchema.extend({ fleetId: fleetIdSchema.nullable().default(null) })
type OpenWindow = z.infer<typeof openSchema>
/** A wall's window, by its number; the fleet is null for those of the first window's fleet, whichever that is. */
const wallSchema = z.object({ fleetId: fleetIdSchema.nullable(), wall: wallNumberSchema })
type OpenWall = z.infer<typeof wallSchema>
const fileSchema = z.object({
  places: z.array(z.unknown()),
  open: z.array(z.unknown()).default([]),
  onTop: z.array(z.unknown()).default([]),
  walls: z.array(z.unknown()).default([]),
})

interface Content {
  places: z.infer<typeof namedPlaceSchema>[]
  open: OpenWindow[]
  onTop: string[]
  walls: OpenWall[]
}

export interface WindowPlacesOptions {
  /** The file, absolute. */
  path: string
  clock: Pick<Clock, 'after'>
  onFailed: (error: unknown) => void
  report: ReportFile
}

/** Loads the remembered windows. An unreadable file is set aside. */
export function loadWindowPlaces({ path, clock, onFailed, report }: WindowPlacesOptions): WindowPlaces {
  const json = new JsonFile({ path, version: 1, check: usable, report })
  const places: WindowPlaces = new WindowPlaces(
    json.read() ?? { places: [], open: [], onTop: [], walls: [] },
    createDebouncedWrite({ clock, file: json, content: () => places.content, onFailed }),
  )
  return places
}

/** Checks each of the last windows on its own. @throws Error for no object */
function usable(content: unknown): Content {
  const { places, open, onTop, walls } = fileSchema.parse(content)
  const each = <Entry>(entries: readonly unknown[], schema: z.ZodType<Entry>) =>
    entries.slice(-maxWindows).flatMap((entry) => schema.safeParse(entry).data ?? [])
  return {
    places: each(places, namedPlaceSchema),
    open: each(open, openSchema),
    onTop: each(onTop, z.string()),
    walls: each(walls, wallSchema),
  }
}

/** Remembers the windows: their places, which stay on top, and which phones and walls have one. Saves soon after a change. */
export class WindowPlaces {
  #content: Content
  readonly #file: DebouncedWrite

  constructor(content: Content, file: DebouncedWrite) {
    this.#content = content
    this.#file = file
  }

  /** The file's content. */
  get content(): Content {
    return this.#content
  }

  /** Returns the last place of a window; null for a new one. */
  of(window: string): WindowPlace | null {
    const found = this.#content.places.findLast((place) => place.window === window)
    return found ? placeSchema.parse(found) : null
  }

  keep(window: string, place: WindowPlace): void {
    const others = this.#content.places.filter((other) => other.window !== window)
    this.#change({ places: [...others, { window, ...place }] })
  }

  isOnTop(window: string): boolean {
    return this.#content.onTop.includes(window)
  }

  keepOnTop(window: string, on: boolean): void {
    const others = this.#content.onTop.filter((other) => other !== window)
    this.#change({ onTop: on ? [...others, window] : others })
  }

  /** The phones with a window, now or when the program ended. */
  get open(): readonly OpenWindow[] {
    return this.#content.open
  }

  opened(own: OpenWindow): void {
    this.#change({ open: [...this.#without(own), own] })
  }

  /** Forgets a window that the user has closed. */
  closed(own: Pick<OpenWindow, 'fleetId' | 'publicId'>): void {
    this.#change({ open: this.#without(own) })
  }

  /** The walls with a window beside the first, now or when the program ended. */
  get walls(): readonly OpenWall[] {
    return this.#content.walls
  }

  wallOpened(wall: OpenWall): void {
    this.#change({ walls: [...this.#wallsWithout(wall), wall] })
  }

  /** Forgets a window that the user has closed. */
  wallClosed(wall: OpenWall): void {
    this.#change({ walls: this.#wallsWithout(wall) })
  }

  /** Saves pending changes. */
  close(): void {
    this.#file.close()
  }

  #without({ fleetId, publicId }: Pick<OpenWindow, 'fleetId' | 'publicId'>): OpenWindow[] {
    return this.#content.open.filter((own) => own.publicId !== publicId || own.fleetId !== fleetId)
  }

  #wallsWithout({ fleetId, wall }: OpenWall): OpenWall[] {
    return this.#content.walls.filter((own) => own.wall !== wall || own.fleetId !== fleetId)
  }

  #change(change: Partial<Content>): void {
    const { places, open, onTop, walls } = { ...this.#content, ...change }
    this.#content = {
      places: places.slice(-maxWindows),
      open: open.slice(-maxWindows),
      onTop: onTop.slice(-maxWindows),
      walls: walls.slice(-maxWindows),
    }
    this.#file.soon()
  }
}
