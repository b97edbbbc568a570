import type { TileState } from '../../../src-shared/bridge/tile-state'
import { useArrangement } from '../../stores/arrangement'
import { useSelection } from '../../stores/selection'
import { useTiles } from '../../stores/tiles'
import { useView } from '../../stores/view'
import { messages } from '../../text/messages'
import { whyNotAct } from '../phone-actions'
import type { CommandSpec } from './make-command'

type TargetedSpec = Required<Pick<CommandSpec, 'targets' | 'whyNot' | 'run'>>

/** Returns makers of specs that act on phones. Call it in a component's setup. */
export function useTargets() {
  const arrangement = useArrangement()
  const selection = useSelection()
  const tiles = useTiles()
  const view = useView()
  const why = messages.commands.why
  const atHand = (publicId?: string) => publicId ?? view.focused ?? view.current

  return {
    /** A command on one phone: the given one, else the focused or current one. */
    onPhone(
      run: (publicId: string) => void,
      whyNot: (tile: TileState) => string | null = () => null,
    ): TargetedSpec {
      return {
        targets: () => [atHand()].filter((publicId) => publicId !== null),
        whyNot: (publicId) => {
          const tile = tiles.tiles.get(atHand(publicId) ?? '')
          return tile ? whyNot(tile) : why.noPhone
        },
        run: (publicId) => {
          const phone = atHand(publicId)
          if (phone === null) return
          arrangement.use([phone])
          run(phone)
        },
      }
    },
    /** A command on that phone and on the rest of the selection that holds it. */
    onTargets(
      run: (publicIds: readonly string[]) => void,
      whyNot: (publicIds: readonly string[]) => string | null = whyNotAct,
    ): TargetedSpec {
      const targetsOf = (publicId?: string) => {
        const phone = atHand(publicId)
        return phone === null ? null : selection.targetsOf(phone)
      }
      return {
        targets: () => targetsOf() ?? [],
        whyNot: (publicId) => {
          const phones = targetsOf(publicId)
          return phones ? whyNot(phones) : why.noPhone
        },
        run: (publicId) => {
          const phones = targetsOf(publicId)
          if (!phones) return
          arrangement.use(phones)
          run(phones)
        },
      }
    },
  }
}
