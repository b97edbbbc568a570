import { nextTick } from 'vue'
import type { AppState } from '../../../src-shared/bridge/app-state'
import InspectorPanel from '../../../src-renderer/inspector/InspectorPanel.vue'
import JobList from '../../../src-renderer/features/jobs/JobList.vue'
import LaunchForm from '../../../src-renderer/features/jobs/LaunchForm.vue'
import TasksTab from '../../../src-renderer/features/tasks/TasksTab.vue'
import { baseState, job, offline, storyNow } from '../fixtures'
import { stories } from '../story'

const panel = { width: 320, height: 900 }
const flags = {
  account_state: { restricted: 'green', shadowed: 'warning', reachable: 'unknown' },
  followers: 120,
  following: null,
}
const jobs = [
  job({ id: 'a', status: 'queued' }),
  job({ id: 'b', status: 'dispatched', kind: 'warm_up' }),
  job({ id: 'c', status: 'completed', result: flags }),
  job({ id: 'd', status: 'failed', kind: 'list_accounts' }),
  job({ id: 'e', status: 'needs_review' }),
  job({ id: 'f', status: 'expired' }),
  job({ id: 'h', status: 'queued', isGone: true }),
  job({ id: 'g', status: 'paused_by_operator' }),
]

const { vocabulary } = baseState()
const withFields: AppState['vocabulary'] = {
  ...vocabulary,
  words: {
    ...vocabulary.words,
    automationLaunch: {
      ...vocabulary.words.automationLaunch,
      more: {
        warm_up: {
          length: { type: 'integer', title: 'Session length', unit: 's', min: 60, default: 600 },
          likes: { type: 'integer', title: 'Likes', min: 1, max: 20 },
          mode: { type: 'choice', title: 'Mode', choices: ['gentle', 'eager'], default: 'gentle' },
          topic: { type: 'text', title: 'Topic' },
          follow: { type: 'boolean', title: 'Follow accounts' },
        },
      },
    },
  },
}

/** As a person fills a field of the form in. */
const fillIn = async (selector: string, value: string) => {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`form ${selector}`)
  if (!field) throw new Error(`The form has no ${selector}.`)
  field.value = value
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input'))
  await nextTick()
}

const step = (publicId: string, state: string, fault: unknown = null) => ({
  publicId,
  deviceName: publicId,
  state,
  fault,
})
const task = (id: string, steps: ReturnType<typeof step>[], over = {}) =>
  ({
    id,
    work: { kind: 'act', action: { type: 'airplane', on: true } },
    steps,
    paused: false,
    waitsUntil: null,
    startedAt: storyNow - 9000,
    endedBy: null,
    ...over,
  }) as unknown as AppState['tasks'][number]

const tasks = [
  task('under-way', [step('Aster 01', 'done'), step('Birch 02', 'under-way'), step('Cedar 03', 'waiting')]),
  task('paused', [step('Aster 01', 'done'), step('Birch 02', 'waiting')], { paused: true }),
  task('done', [step('Aster 01', 'done'), step('Birch 02', 'done')]),
  task('failed', [
    step('Aster 01', 'done'),
    step('Birch 02', 'failed', offline),
    step('Cedar 03', 'unknown', offline),
  ]),
  task('ended', [step('Aster 01', 'failed', offline), step('Birch 02', 'not-tried')], { endedBy: offline }),
  task('cancelled', [step('Aster 01', 'cancelled')]),
]

export const inspectorStories = stories('inspector', [
  { name: 'InspectorPanel no phone', component: InspectorPanel, ...panel },
  {
    name: 'InspectorPanel one phone',
    component: InspectorPanel,
    ...panel,
    ready: ({ commands }) => commands.run('phone.open', 'dev_3'),
  },
  {
    name: 'InspectorPanel all phones',
    component: InspectorPanel,
    ...panel,
    ready: ({ commands }) => commands.run('view.select-all'),
  },
  {
    name: 'LaunchForm with fields',
    component: LaunchForm,
    props: { publicIds: ['dev_0'] },
    width: 320,
    height: 720,
    state: { vocabulary: withFields },
    ready: async () => {
      await fillIn('select', 'warm_up')
      await fillIn('[max="20"]', '40')
    },
  },
  {
    name: 'JobList every status',
    component: JobList,
    props: { publicId: 'dev_0' },
    ...panel,
    state: { jobs: [{ publicId: 'dev_0', jobs, fault: null }] },
  },
  {
    name: 'JobList none',
    component: JobList,
    props: { publicId: 'dev_0' },
    width: 320,
    height: 160,
    state: { jobs: [{ publicId: 'dev_0', jobs: [], fault: null }] },
  },
  {
    name: 'JobList failed',
    component: JobList,
    props: { publicId: 'dev_0' },
    width: 320,
    height: 160,
    state: { jobs: [{ publicId: 'dev_0', jobs: null, fault: offline }] },
  },
  { name: 'TasksTab every state', component: TasksTab, width: 1100, height: 320, state: { tasks } },
])
