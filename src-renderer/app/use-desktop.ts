import { computed, ref, watch } from 'vue'
import { useDocumentVisibility, useEventListener, useTitle } from '@vueuse/core'
import { endedOf, shareOf, underWayOf } from '../../src-shared/features/upload-state'
import { useConversions } from '../features/captures/conversions'
import { useFleets } from '../stores/fleets'
import { useUploads } from '../features/uploads/uploads'
import { fleetName } from '../text/describe/describe-fleet'
import { describeUploads } from '../features/uploads/describe-upload'
import { desktopWords } from '../text/current-language'
import { formatShare } from '../text/measures'
import { messages } from '../text/messages'
import type { Host } from '../host/host'

/**
 * Shows uploads outside the page. A desktop shell gets the texts and shows them. In a browser the page's title shows the
 * progress, and the result until the user looks. Leaving a page that holds bytes of running uploads, or converts a
 * recording, needs a confirmation.
 */
export function useDesktop(host: Host): void {
  const conversions = useConversions()
  const uploads = useUploads()
  const fleets = useFleets()
  /** The windows of a further wall, and of a further fleet, are found by their names. */
  const plainTitle = computed(() => {
    const wall = host.wall !== null && host.wall > 1 ? [messages.wallName({ n: host.wall })] : []
    const fleet = host.fleet !== null && fleets.active ? [fleetName(fleets.active)] : []
    const names = [...wall, ...fleet]
    return names.length > 0 ? messages.pageTitle({ what: names.join(' – ') }) : messages.appName
  })
  const { keepWords } = host
  if (keepWords) {
    useTitle(plainTitle)
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
      return plainTitle.value
    }),
  )
  useEventListener(window, 'beforeunload', (event) => {
    if ((isUnderWay.value && host.holdsFiles()) || conversions.isBusy) event.preventDefault()
  })
}
