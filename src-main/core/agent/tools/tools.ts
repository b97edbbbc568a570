import type { ProgramTool } from '../../../../src-shared/features/programs-state'
import { activity } from './activity'
import { editPhone } from './edit-phone'
import { jobs } from './jobs'
import { listPhones } from './list-phones'
import { open } from './open'
import { runFlow } from './run-flow'
import { see } from './see'
import type { Tool } from '../tool'
import { swipe, tap } from './touch'
import { press, type } from './typing'
import { upload } from './upload'
import { waitFor } from './wait-for'

const list = {
  list_phones: listPhones,
  see,
  tap,
  swipe,
  type,
  press,
  open,
  wait_for: waitFor,
  upload,
  run_flow: runFlow,
  jobs,
  edit_phone: editPhone,
  activity,
}

/** Every tool, by its name; each is run with what its own schema has read. */
export const tools = list as unknown as Readonly<Record<ProgramTool, Tool>>
const hasEach: Readonly<Record<ProgramTool, unknown>> = list
export const toolNames = Object.keys(hasEach) as ProgramTool[]
