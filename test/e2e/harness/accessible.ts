import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'vitest'
import type { Wall } from './wall'

/** Expects no axe violation on the page: by all rules in the dark scheme, by the colour rules in the light one. */
export async function expectAccessible({ page }: Wall, view: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Legacy mode runs in the page itself: Electron can't open a second page for axe.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    if (colorScheme === 'light') axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    const problems = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary ?? ''}`,
      ),
    )
    expect.soft(problems, `${view}, ${colorScheme}`).toEqual([])
  }
}
