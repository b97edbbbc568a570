import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { useDialogs } from '../../stores/dialogs'
import { usePrograms } from '../../stores/programs'
import { messages } from '../../text/messages'

/** The commands about programs and agents. */
export function programsCommands() {
  const call = useCall()
  const dialogs = useDialogs()
  const programs = usePrograms()
  const { why } = messages.commands
  return {
    'app.programs': { run: () => dialogs.open({ kind: 'programs' }) },
    'app.door': {
      isOn: () => programs.now.isOpen,
      whyNot: () => (programs.now.isForbidden ? why.doorForbidden : null),
      run: () => call('programs.open', { isOpen: !programs.now.isOpen }),
    },
    'work.stop-programs': {
      whyNot: () => (programs.now.isOpen || programs.now.attached.length > 0 ? null : why.noPrograms),
      run: () => call('programs.stop', {}),
    },
  } satisfies CommandSpecs
}
