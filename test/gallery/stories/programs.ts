import WindowDialogs from '../../../src-renderer/app/WindowDialogs.vue'
import GrantMade from '../../../src-renderer/features/programs/GrantMade.vue'
import ProgramsBadge from '../../../src-renderer/features/programs/ProgramsBadge.vue'
import { useDialogs } from '../../../src-renderer/stores/dialogs'
import { noPrograms, type Grant, type ProgramsState } from '../../../src-shared/features/programs-state'
import { stories } from '../story'

const grant: Grant = {
  name: 'Nightly check',
  phones: 'label=Rack 3',
  readOnly: false,
  tools: ['list_phones', 'see', 'tap', 'type'],
  actionsPerHour: 200,
  until: Date.UTC(2099, 0, 31, 18),
  folders: ['/srv/flows'],
  mayInterrupt: true,
}
const grants: Grant[] = [
  grant,
  {
    ...{ name: 'Watcher', phones: 'all', readOnly: true, tools: null, actionsPerHour: null, until: 1 },
    ...{ folders: [], mayInterrupt: false },
  },
]
const programs: ProgramsState = {
  ...noPrograms,
  isOpen: true,
  address: '/srv/Fleetwall/control.sock',
  attached: [
    { id: '1', name: grant.name, since: 0 },
    { id: '2', name: 'fleetwall test', since: 0 },
  ],
}
const answers = { 'programs.grants': { grants } }

export const programStories = stories('programs', [
  { name: 'ProgramsBadge', component: ProgramsBadge, width: 240, height: 60, state: { programs } },
  {
    name: 'ProgramsDialog',
    component: WindowDialogs,
    ...{ width: 800, height: 600, state: { programs }, answers },
    ready: () => useDialogs().open({ kind: 'programs' }),
  },
  {
    name: 'ProgramsDialog forbidden',
    component: WindowDialogs,
    ...{ width: 800, height: 500, state: { programs: { ...noPrograms, isForbidden: true } } },
    answers: { 'programs.grants': { grants: [] } },
    ready: () => useDialogs().open({ kind: 'programs' }),
  },
  {
    name: 'GrantDialog',
    component: WindowDialogs,
    ...{ width: 1000, height: 700 },
    ready: () => useDialogs().open({ kind: 'grant', taken: [], onMade: () => undefined }),
  },
  {
    name: 'GrantMade',
    component: GrantMade,
    ...{ width: 800, height: 600, state: { programs } },
    props: {
      name: grant.name,
      token: 'fW3kQ9mZ1pXc7RtYb5NvL2sHd8JgAe4uKo6iTw0qPzM',
      command: ['/opt/Fleetwall/fleetwall', 'mcp', '--user-data-dir', '/srv/Fleetwall'],
    },
  },
])
