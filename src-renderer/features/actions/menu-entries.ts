import type { CommandId } from '../../commands/command'

/** Commands under a heading of their own. */
export interface Submenu {
  /** Tells it from others of the same menu. */
  name: string
  title: string
  /** The phones that its commands act on, in words; left out where the menu around it says so. */
  about?: string
  sections: readonly (readonly CommandId[])[]
}

export type MenuEntry = CommandId | Submenu

/** What a menu offers, from top to bottom, with a line between its sections. */
export type MenuSections = readonly (readonly MenuEntry[])[]

/** Leaves out what a window does not have, and what is empty then. */
export function keepSections(sections: MenuSections, has: (id: CommandId) => boolean): MenuSections {
  const keep = (entry: MenuEntry): MenuEntry[] => {
    if (typeof entry === 'string') return has(entry) ? [entry] : []
    const kept = entry.sections.map((ids) => ids.filter(has)).filter((ids) => ids.length > 0)
    return kept.length > 0 ? [{ ...entry, sections: kept }] : []
  }
  return sections.map((section) => section.flatMap(keep)).filter((section) => section.length > 0)
}
