import type { TileState } from '../../src-shared/features/tile-state'
import { useArrangement } from '../stores/arrangement'
import { useSelection } from '../stores/selection'
import { useTiles } from '../stores/tiles'
import { offered, type FaultAction } from '../../src-shared/texts/fault-text'
import { describeControl, describeTile } from '../text/describe/describe-tile'
import { messages } from '../text/messages'
import { whyNotAct } from './phone-actions'
import type { CommandSpec } from './make-command'

/** Whether a phone's tile offers what would mend its fault. */
export const isOffered = (tile: TileState, wanted: FaultAction): boolean =>
  [describeTile(tile), describeControl(tile)].some((text) => text && offered(text).includes(wanted))

type TargetedSpec = Required<Pick<CommandSpec, 'targets' | 'whyNot' | 'run'>>

/** Returns makers of specs that act on phones. Call it in a component's setup. */
export function useTargets() {
  const arrangement = useArrangement()
  const selection = useSelection()
  const tiles = useTiles()
  const why = messages.commands.why

  /** A command on the given phone and the selection that holds it, else on the phones at hand. */
  const onTargets = (
    run: (publicIds: readonly string[]) => void,
    whyNot: (publicIds: readonly string[]) => string | null = whyNotAct,
  ): TargetedSpec => {
    const targetsOf = (publicId?: string) =>
      publicId === undefined ? selection.phonesAtHand : selection.targetsOf(publicId)
    return {
      targets: () => targetsOf(),
      whyNot: (publicId) => {
        const phones = targetsOf(publicId)
        return phones.length > 0 ? whyNot(phones) : why.noPhone
      },
      run: (publicId) => {
        const phones = targetsOf(publicId)
        if (phones.length === 0) return
        arrangement.use(phones)
        run(phones)
      },
    }
  }

  return {
    onTargets,
    /** A command that has its targets do an action: the phones that mirror them do it too. */
    onActing(run: (publicIds: readonly string[]) => void): TargetedSpec {
      const spec = onTargets(run)
      return { ...spec, targets: () => selection.actingWith(spec.targets()) }
    },
    /** A command on one phone: the given one, else the one at hand. */
    onPhone(
      run: (publicId: string) => void,
      whyNot: (tile: TileState) => string | null = () => null,
    ): TargetedSpec {
      const targetOf = (publicId?: string) => publicId ?? selection.phoneAtHand
      return {
        targets: () => [targetOf()].filter((publicId) => publicId !== null),
        whyNot: (publicId) => {
          const tile = tiles.tiles.get(targetOf(publicId) ?? '')
          return tile ? whyNot(tile) : why.noPhone
        },
        run: (publicId) => {
          const phone = targetOf(publicId)
          if (phone === null) return
          arrangement.use([phone])
          run(phone)
        },
      }
    },
    /** A command on those of its targets that offer it. @param whyNot says why one phone does not */
    onOffering(
      run: (publicIds: readonly string[]) => void,
      whyNot: (tile: TileState) => string | null,
    ): TargetedSpec {
      const whyNotOf = (publicId: string) => {
        const tile = tiles.tiles.get(publicId)
        return tile ? whyNot(tile) : why.noPhone
      }
      const offering = (publicIds: readonly string[]) => publicIds.filter((id) => whyNotOf(id) === null)
      return onTargets(
        (publicIds) => run(offering(publicIds)),
        (publicIds) => {
          if (offering(publicIds).length > 0) return null
          const [first = ''] = publicIds
          return publicIds.length === 1 ? whyNotOf(first) : messages.act.noneCan
        },
      )
    },
  }
}
