import { faultMessages } from '../../src-shared/texts/fault-messages'
import { unitMessages } from '../../src-shared/texts/unit-messages'
import { texts as app } from '../app/texts'
import { texts as commands } from '../commands/texts'
import { texts as actions } from '../features/actions/texts'
import { texts as captures } from '../features/captures/texts'
import { texts as fleets } from '../features/fleets/texts'
import { texts as flows } from '../features/flows/texts'
import { texts as history } from '../features/history/texts'
import { texts as jobs } from '../features/jobs/texts'
import { texts as leftWork } from '../features/left-work/texts'
import { texts as phones } from '../features/phones/texts'
import { texts as preferences } from '../features/preferences/texts'
import { texts as program } from '../features/program/texts'
import { texts as recordings } from '../features/recordings/texts'
import { texts as screens } from '../features/screens/texts'
import { texts as tasks } from '../features/tasks/texts'
import { texts as uploads } from '../features/uploads/texts'
import { texts as usage } from '../features/usage/texts'
import { texts as views } from '../features/views/texts'
import { texts as focus } from '../focus/texts'
import { texts as phone } from '../phone/texts'
import { texts as wall } from '../wall/texts'

/** Everything that the page says, in English; each room has its own texts. */
export const english = {
  ...app,
  ...commands,
  ...actions,
  ...captures,
  ...fleets,
  ...flows,
  ...history,
  ...jobs,
  ...leftWork,
  ...phones,
  ...preferences,
  ...program,
  ...recordings,
  ...screens,
  ...tasks,
  ...uploads,
  ...usage,
  ...views,
  ...focus,
  ...phone,
  ...wall,
  ...faultMessages,
  ...unitMessages,
} as const
