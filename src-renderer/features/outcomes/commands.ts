import { noFilter } from '../../../src-shared/features/filter'
import { needyWords } from '../../../src-shared/features/outcomes-state'
import type { CommandSpecs } from '../../commands/make-command'
import { useFilter } from '../../stores/filter'
import { useSelection } from '../../stores/selection'
import { messages } from '../../text/messages'

/** The commands about what came of jobs and flows. */
export function outcomeCommands() {
  const filter = useFilter()
  const selection = useSelection()
  const wanted = () => ({ ...noFilter, outcomes: [...needyWords] })
  const needy = () => filter.matching(wanted()).map(({ public_id }) => public_id)
  const whyNot = () => (needy().length === 0 ? messages.commands.why.noneNeedy : null)
  return {
    'view.outcomes': { place: 'main', whyNot, run: () => filter.apply(wanted()) },
    'view.select-outcomes': { place: 'main', whyNot, run: () => selection.select(needy()) },
  } satisfies CommandSpecs
}
