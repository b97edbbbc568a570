import { watch } from 'vue'
import { useBroadcastChannel, useEventListener, useWindowFocus } from '@vueuse/core'
import { tellsOf } from '../../../src-shared/features/preferences-state'
import { createNewsTeller } from '../../../src-shared/features/tell-news'
import type { Commands } from '../../commands/use-commands'
import type { Host } from '../../host/host'
import { useNews } from '../../stores/news'
import { usePreferences } from '../../stores/preferences'
import { desktopWords } from '../../text/current-language'

/** Runs the commands that news lead to. In a browser it also shows news on the desktop, where the person has allowed that. */
export function followNews({ bridge, keepWords }: Host, { all }: Pick<Commands, 'all'>): void {
  const news = useNews()
  watch(
    () => news.wanted,
    (id) => {
      news.wanted = null
      all.find((one) => one.id === id)?.run()
    },
    { immediate: true },
  )
  // A desktop shell shows them.
  if (keepWords) return
  const preferences = usePreferences()
  // Each wall hears of the news, and the person may look at another one.
  const hasFocus = useWindowFocus()
  const others = useBroadcastChannel<boolean, boolean>({ name: 'fleetwall focus' })
  const otherHasFocus = others.data
  watch([hasFocus, others.channel], ([now], [before]) => {
    if (now) otherHasFocus.value = false
    if (now || before) others.post(now)
  })
  useEventListener(window, 'pagehide', () => {
    if (hasFocus.value) others.post(false)
  })
  const teller = createNewsTeller({
    words: desktopWords,
    isAway: () => (document.hidden || !document.hasFocus()) && !otherHasFocus.value,
    mayTell: (group) =>
      'Notification' in window && Notification.permission === 'granted' && tellsOf(preferences.now, group),
    show({ title, body, group, onClick }) {
      const notification = new Notification(title, { body, tag: `fleetwall-${group}` })
      notification.addEventListener('click', () => {
        window.focus()
        onClick()
      })
      return () => notification.close()
    },
  })
  bridge.onEvent((event) => {
    if (event.type === 'told')
      teller.tell(event.news, (target) => target && bridge.tell('news.show', { target }))
  })
  useEventListener(window, 'focus', teller.isBack)
  watch(otherHasFocus, (isBack) => {
    if (isBack) teller.isBack()
  })
}
