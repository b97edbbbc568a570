import { flowReasonMessages } from '../../../../src-shared/texts/flow-reasons'
import { formatText } from '../../../../src-shared/texts/format-text'
import { spoken } from '../../../../src-shared/texts/spoken'

const { flowReasons, flowWanted, flowSeen } = flowReasonMessages

/** Why a flow did not pass, what it wanted and what it saw, in English. */
export const reasons = spoken({ ...flowReasons, ...flowWanted, ...flowSeen }, (_, text, values = {}) =>
  formatText('en-GB', text, values),
)
