import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import type { KeptNews } from '../../src-shared/features/news-state'

/** What has happened on the open fleet since the person last looked. */
export const useNews = defineStore('news', () => {
  /** The newest first. */
  const all = shallowRef<readonly KeptNews[]>([])
  /** The id of a command that news lead to, until it has run. */
  const wanted = shallowRef<string | null>(null)

  /** What is about these phones; null for all. */
  const of = (publicIds: ReadonlySet<string> | null) =>
    publicIds === null
      ? all.value
      : all.value.filter(({ target }) => target?.kind === 'phone' && publicIds.has(target.publicId))

  const start = ({ news }: AppState) => (all.value = news)
  const take = (event: AppEvent) => {
    if (event.type === 'news') all.value = event.news
    else if (event.type === 'go-to' && event.target?.kind === 'command') wanted.value = event.target.id
  }
  return { all, wanted, of, start, take }
})
