import { appStories } from './stories/app'
import { baseStories } from './stories/base'
import { dialogStories } from './stories/dialogs'
import { inspectorStories } from './stories/inspector'
import { programStories } from './stories/programs'
import { ruleStories } from './stories/rules'
import { tileStories } from './stories/tiles'
import { uploadStories } from './stories/uploads'
import type { Story } from './story'

export const allStories: readonly Story[] = [
  ...baseStories,
  ...tileStories,
  ...inspectorStories,
  ...uploadStories,
  ...appStories,
  ...dialogStories,
  ...ruleStories,
  ...programStories,
]

/** The stories by the first part of their names. */
export const groups: ReadonlyMap<string, Story[]> = Map.groupBy(
  allStories,
  ({ name }) => name.split('/')[0] ?? '',
)

/** @throws Error if no story has this name */
export function storyNamed(name: string): Story {
  const story = allStories.find((each) => each.name === name)
  if (!story) throw new Error(`No story is called ${name}.`)
  return story
}
