import { afterAll, beforeAll } from 'vitest'
import type { Shell } from './shells'
import { openStage, type Stage, type StageConfig } from './wall'

/**
 * Opens one app and one simulator for all tests of a block.
 * @param more environment variables of the app
 * @returns reads the open stage, inside a test
 */
export function useStage(
  shell: Shell,
  config: StageConfig = {},
  scopes?: string[],
  more?: Readonly<Record<string, string>>,
): () => Stage {
  let stage: Stage | null = null
  beforeAll(async () => {
    stage = await openStage(shell, config, scopes, more)
  })
  afterAll(async () => {
    await stage?.close()
  })
  return () => {
    if (!stage) throw new Error('the app is not open')
    return stage
  }
}
