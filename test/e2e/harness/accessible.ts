import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'vitest'
import type { Wall } from './wall'

const schemes = ['dark', 'light'] as const

/** Has axe look at what the page shows, in both colour schemes, by all of its rules; nothing may be amiss. */
export async function expectAccessible({ page }: Wall, view: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // In the page alone: Electron opens no page of axe's own.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const amiss = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary ?? ''}`,
      ),
    )
    expect.soft(amiss, `${view}, ${colorScheme}`).toEqual([])
  }
}
