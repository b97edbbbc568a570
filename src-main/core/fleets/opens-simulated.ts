import { readFileSync } from 'node:fs'

/**
 * Whether a start opens the simulated fleet, before the core is loaded: its process then starts beside the core. A guess:
 * false when in doubt, as the core starts it in any case.
 * @param path of the file of the added fleets, absolute
 */
export function opensSimulated(path: string): boolean {
  try {
    const { activeId } = JSON.parse(readFileSync(path, 'utf8')) as { activeId?: unknown }
    return activeId === null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
