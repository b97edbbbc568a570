// Each paints about 300 thumbnails a second, and the core lets phones send 2,400.
const mostForTiles = 8

/**
 * Returns how many frame workers a wall's page has: one for all frames on two cores, else some for tiles and one for large
 * pictures, with a core left for the processes that bring frames and show pictures.
 */
export const frameWorkersFor = (cores: number): number =>
  cores <= 2 ? 1 : Math.min(mostForTiles, cores - 1) + 1

/**
 * Returns how many frame ports this page asks for.
 * @param phone whose page it is; null for the wall's
 */
export const framePortsOf = (phone: string | null): number =>
  phone === null ? frameWorkersFor(navigator.hardwareConcurrency) : 1
