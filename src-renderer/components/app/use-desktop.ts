import { computed, ref, watch } from 'vue'
import { useDocumentVisibility, useEventListener, useTitle } from '@vueuse/core'
import { endedOf, shareOf, underWayOf } from '../../../src-shared/bridge/upload-state'
import { useUploads } from '../../stores/uploads'
import { describeUploads } from '../../text/describe/describe-upload'
import { desktopWords } from '../../text/current-language'
import { formatShare } from '../../text/measures'
import { messages } from '../../text/messages'
import type { Host } from '../../host/host'

/**
 * What is shown of the transfers outside of the page. The shell does that where it can: it is told the words. In a browser the
 * title of the page shows how far they are, and how they ended until somebody looks; and it asks before a page is left that has
 * the bytes of files that are on their way.
 */
export function useDesktop(host: Host): void {
  const uploads = useUploads()
  const { keepWords } = host
  if (keepWords) {
    watch(desktopWords, (words) => keepWords(words), { immediate: true })
    return
  }

  const visibility = useDocumentVisibility()
  const isUnderWay = computed(() => underWayOf(uploads.sum) > 0)
  const isNews = ref(false)
  watch([isUnderWay, visibility], ([now, seen], [before]) => {
    if (seen === 'visible') isNews.value = false
    else if (before && !now) isNews.value = true
  })
  useTitle(
    computed(() => {
      if (isUnderWay.value) return messages.pageTitle({ what: formatShare(shareOf(uploads.sum)) })
      if (isNews.value && endedOf(uploads.sum) > 0)
        return messages.pageTitle({ what: describeUploads(uploads.sum, Date.now()) })
      return messages.appName
    }),
  )
  useEventListener(window, 'beforeunload', (event) => {
    if (isUnderWay.value && host.holdsFiles()) event.preventDefault()
  })
}
