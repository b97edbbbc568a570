/** How many walls a fleet can have at once. */
export const mostWalls = 8

export type WallId = `wall ${number}`
/** Identifies a page of a fleet by what it shows: a wall, by its number from 1, or one phone, by its `public_id`. */
export type PageId = WallId | `phone ${string}`

export const wallPage = (number: number): WallId => `wall ${number}`
export const phonePage = (publicId: string): PageId => `phone ${publicId}`

/** The page of a fleet's first window, which is the last to close. */
export const firstWall = wallPage(1)

export const isWall = (pageId: PageId): pageId is WallId => pageId.startsWith('wall ')
/** The number of a wall. */
export const numberOf = (wall: WallId): number => Number(wall.slice('wall '.length))
/** The phone that a page shows; null for a wall. */
export const phoneOf = (pageId: PageId): string | null =>
  isWall(pageId) ? null : pageId.slice('phone '.length)

/** Where a page belongs. */
export interface PagePlace {
  /** The fleet of a window beside the first; null for the first window's, which can be any. */
  fleetId: string | null
  pageId: PageId
}

/** The parameters that a page's address, and its requests, have: none for the first wall of the first window. */
export function parametersOf({ fleetId, pageId }: PagePlace): URLSearchParams {
  const parameters = new URLSearchParams()
  if (fleetId !== null) parameters.set('fleet', fleetId)
  if (!isWall(pageId)) parameters.set('phone', phoneOf(pageId) ?? '')
  else if (pageId !== firstWall) parameters.set('wall', String(numberOf(pageId)))
  return parameters
}

/** Reads them. An unknown number of a wall stands for the first. */
export function placeIn(parameters: URLSearchParams): PagePlace {
  const phone = parameters.get('phone')
  const wall = Number(parameters.get('wall') ?? 1)
  const isKnown = Number.isInteger(wall) && wall >= 1 && wall <= mostWalls
  return {
    fleetId: parameters.get('fleet'),
    pageId: phone === null ? wallPage(isKnown ? wall : 1) : phonePage(phone),
  }
}
