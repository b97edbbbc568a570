import { watch } from 'vue'
import type { PageFeature } from '../../commands/page-feature'
import { useFleets } from '../../stores/fleets'
import { fleetCommands } from './commands'

export const feature = {
  commands: fleetCommands,
  follow(host) {
    const fleets = useFleets()
    watch(
      () => fleets.active?.id,
      (id) => id !== undefined && host.showsFleet(id),
      { immediate: true },
    )
  },
  lastingDialogs: ['add-fleet', 'change-fleet', 'forget-fleet'],
} satisfies PageFeature
