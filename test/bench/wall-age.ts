import type { Contender } from './contender'
import { median } from './statistics'

const patience = { timeout: 30_000 }

/**
 * Reads the age of painted frames from the tiles' badges, counted from the socket, over the last two seconds.
 * @returns the median of all tiles, in ms
 */
export async function wallAge({ page }: Contender, count: number): Promise<number> {
  await page.keyboard.press('Control+Shift+F')
  const read = await page.waitForFunction(
    (wanted) => {
      const badges = [...document.querySelectorAll<HTMLElement>('[data-age-ms]')]
      return badges.length === wanted ? badges.map(({ dataset }) => Number(dataset['ageMs'])) : null
    },
    count,
    patience,
  )
  const ages = (await read.jsonValue()) ?? []
  await page.keyboard.press('Control+Shift+F')
  return median(ages)
}
