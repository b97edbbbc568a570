import type { NewsFile } from '../../../src-main/core/news/kept-news'

/** A file of news that keeps nothing. */
export const noNews: NewsFile = {
  of: () => [],
  add: () => false,
  remove: () => false,
  forget: () => undefined,
  close: () => undefined,
}
