import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'vitest'
import type { Wall } from './wall'

/** Has axe look at what the page shows, by all of its rules; in the other colour scheme by those of colour. Nothing may be amiss. */
export async function expectAccessible({ page }: Wall, view: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // In the page alone: Electron opens no page of axe's own.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    if (colorScheme === 'light') axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    const amiss = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary ?? ''}`,
      ),
    )
    expect.soft(amiss, `${view}, ${colorScheme}`).toEqual([])
  }
}
