import { noFilter } from '../../../src-shared/features/filter'
import { clearableKinds, clearableOf, needyWords } from '../../../src-shared/features/outcomes-state'
import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { useTargets } from '../../commands/use-targets'
import { useFilter } from '../../stores/filter'
import { useOutcomes } from '../../stores/outcomes'
import { useSelection } from '../../stores/selection'
import { messages } from '../../text/messages'

/** The commands about what came of jobs and flows. */
export function outcomeCommands() {
  const call = useCall()
  const filter = useFilter()
  const outcomes = useOutcomes()
  const selection = useSelection()
  const wanted = () => ({ ...noFilter, outcomes: [...needyWords] })
  const needy = () => filter.matching(wanted()).map(({ public_id }) => public_id)
  const whyNot = () => (needy().length === 0 ? messages.commands.why.noneNeedy : null)
  const clearable = (publicIds: readonly string[]) =>
    publicIds.filter((publicId) => clearableOf(outcomes.wordsOfPhone(publicId)).length > 0)
  return {
    'phone.clear-mark': {
      place: 'main',
      ...useTargets().onTargets(
        (publicIds) =>
          call('outcomes.clear', { publicIds: clearable(publicIds), kinds: [...clearableKinds] }),
        (publicIds) => (clearable(publicIds).length === 0 ? messages.commands.why.noMark : null),
      ),
    },
    'view.outcomes': { place: 'main', whyNot, run: () => filter.apply(wanted()) },
    'view.select-outcomes': { place: 'main', whyNot, run: () => selection.select(needy()) },
  } satisfies CommandSpecs
}
