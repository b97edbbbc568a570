import { z } from 'zod'
import { ownWindowSchema, type OwnWindow } from '../../src-shared/bridge/own-window-schema'
import type { Clock } from '../core/base/clock'
import { createDebouncedWrite } from '../core/base/debounced-write'
import { readJsonFile } from '../core/base/json-file'
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
const fileSchema = z.object({
  places: z.array(placeSchema.extend({ window: z.string() })),
  open: z.array(ownWindowSchema).default([]),
  onTop: z.array(z.string()).default([]),
})
type Content = z.infer<typeof fileSchema>

export interface WindowPlacesOptions {
  /** The file, absolute. */
  path: string
  clock: Pick<Clock, 'after'>
  onFailed: (error: unknown) => void
}

/** Loads the remembered windows. An unreadable file is set aside. */
export async function loadWindowPlaces(options: WindowPlacesOptions): Promise<WindowPlaces> {
  const content = await readJsonFile(options.path, (json) => fileSchema.parse(json))
  return new WindowPlaces(content ?? { places: [], open: [], onTop: [] }, options)
}

/** Remembers the windows: their places, which stay on top, and which phones have one. Saves soon after a change. */
export class WindowPlaces {
  #content: Content
  #file: ReturnType<typeof createDebouncedWrite>

  constructor(content: Content, { path, clock, onFailed }: WindowPlacesOptions) {
    this.#content = content
    this.#file = createDebouncedWrite({ clock, path, content: () => this.#content, onFailed })
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
  get open(): readonly OwnWindow[] {
    return this.#content.open
  }

  opened(own: OwnWindow): void {
    this.#change({ open: [...this.#without(own.publicId), own] })
  }

  /** Forgets a window that the user has closed. */
  closed(publicId: string): void {
    this.#change({ open: this.#without(publicId) })
  }

  /** Saves pending changes. */
  close(): void {
    this.#file.close()
  }

  #without(publicId: string): OwnWindow[] {
    return this.#content.open.filter((own) => own.publicId !== publicId)
  }

  #change(change: Partial<Content>): void {
    const { places, open, onTop } = { ...this.#content, ...change }
    this.#content = {
      places: places.slice(-maxWindows),
      open: open.slice(-maxWindows),
      onTop: onTop.slice(-maxWindows),
    }
    this.#file.soon()
  }
}
