import { giveUpInput } from '../../commands/phone-actions'
import { isUnderWay } from '../../features/captures/conversion'
import { useConversions } from '../../features/captures/conversions'
import { cancelConversion } from '../../features/captures/convert-recordings'
import type { Host } from '../../host/host'
import { useSelection } from '../../stores/selection'
import { useTiles } from '../../stores/tiles'

/** Ends what is this page's own once a person has stopped everything, in whichever window: conversions, input and mirroring. */
export function followStop({ bridge }: Pick<Host, 'bridge'>): void {
  const conversions = useConversions()
  const selection = useSelection()
  const tiles = useTiles()
  bridge.onEvent((event) => {
    if (event.type !== 'work-stopped') return
    // Those that wait first, so that none of them begins.
    conversions.all.filter(isUnderWay).toReversed().forEach(cancelConversion)
    for (const [publicId, busyWith] of tiles.underWay) giveUpInput(bridge, publicId, busyWith)
    selection.mirroring = false
    bridge.tell('control.release', {})
  })
}
