import type { Contender } from './contender'
import { median } from './statistics'

const patience = { timeout: 30_000 }

/**
 * How old pictures are when they are painted, from the socket on: what the badges of the tiles tell when they are switched on, of
 * the two seconds before. The median of all tiles, in ms.
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
