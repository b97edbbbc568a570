import { z } from 'zod'
import { ownWindowSchema, type OwnWindow } from '../../src-shared/bridge/own-window-schema'
import type { Clock } from '../core/base/clock'
import { createDebouncedWrite } from '../core/base/debounced-write'
import { readJsonFile } from '../core/base/json-file'
import type { WindowPlace } from './window-place'

// Phones that have a window of their own, and displays that are plugged in and out, would be ever more.
const mostPlaces = 60

const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  spread: z.enum(['none', 'maximized', 'full-screen']),
})
const keptSchema = placeSchema.extend({ window: z.string(), displays: z.string() })
const listSchema = z.array(z.unknown())
const fileSchema = z.object({
  places: listSchema,
  open: listSchema.default([]),
  onTop: listSchema.default([]),
})
type Kept = z.infer<typeof keptSchema>

/**
 * Where each window stood, for each arrangement of displays, which are kept on top of others, and which phones have one of their
 * own: what belongs to this machine alone, in one file.
 */
export interface WindowPlaces {
  /** With these displays, or else with the last ones; null for a window that never was. */
  of(window: string, displays: string): WindowPlace | null
  /** Is written a moment later. */
  keep(window: string, displays: string, place: WindowPlace): void
  isOnTop(window: string): boolean
  keepOnTop(window: string, on: boolean): void
  /** The phones that have a window of their own, or had one when the program ended. */
  readonly open: readonly OwnWindow[]
  opened(own: OwnWindow): void
  /** The person has closed it. */
  closed(publicId: string): void
  /** Writes what is not written yet. */
  close(): void
}

export interface WindowPlacesOptions {
  /** Absolute. */
  path: string
  clock: Pick<Clock, 'after'>
  onFailed: (error: unknown) => void
}

/** Reads them; one that cannot be used is left out, and a file that cannot be read at all is kept aside. */
export async function loadWindowPlaces({
  path,
  clock,
  onFailed,
}: WindowPlacesOptions): Promise<WindowPlaces> {
  // The newest comes last.
  let { places, open, onTop } = (await readJsonFile(path, usable)) ?? { places: [], open: [], onTop: [] }
  const file = createDebouncedWrite({ clock, path, content: () => ({ places, open, onTop }), onFailed })

  return {
    of(window, displays) {
      const kept = places.filter((one) => one.window === window)
      const found = kept.find((one) => one.displays === displays) ?? kept.at(-1)
      return found ? placeSchema.parse(found) : null
    },
    keep(window, displays, place) {
      const others = places.filter((one) => one.window !== window || one.displays !== displays)
      places = [...others, { window, displays, ...place }].slice(-mostPlaces)
      file.soon()
    },
    isOnTop: (window) => onTop.includes(window),
    keepOnTop(window, on) {
      const others = onTop.filter((one) => one !== window)
      onTop = (on ? [...others, window] : others).slice(-mostPlaces)
      file.soon()
    },
    get open() {
      return open
    },
    opened(own) {
      open = [...open.filter(({ publicId }) => publicId !== own.publicId), own].slice(-mostPlaces)
      file.soon()
    },
    closed(publicId) {
      open = open.filter((own) => own.publicId !== publicId)
      file.soon()
    },
    close: () => file.close(),
  }
}

/** @throws for what holds none */
function usable(content: unknown): { places: Kept[]; open: OwnWindow[]; onTop: string[] } {
  const { places, open, onTop } = fileSchema.parse(content)
  return {
    places: readable(places, keptSchema),
    open: readable(open, ownWindowSchema),
    onTop: readable(onTop, z.string()),
  }
}

function readable<Item>(all: readonly unknown[], schema: z.ZodType<Item>): Item[] {
  return all.flatMap((one) => {
    const { data } = schema.safeParse(one)
    return data === undefined ? [] : [data]
  })
}
