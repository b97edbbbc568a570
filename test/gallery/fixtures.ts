import { noPrograms } from '../../src-shared/features/programs-state'
import { noTexts } from '../../src-shared/features/screens-state'
import { noFlows } from '../../src-shared/features/flows-state'
import { noRecordings } from '../../src-shared/features/recordings-state'
import vocabulary from '../../resources/vocabulary.json'
import { vocabularySchema } from '../../src-shared/protocol/vocabulary'
import type { AppState } from '../../src-shared/bridge/app-state'
import type { LeftWork } from '../../src-shared/features/history'
import { noLastView } from '../../src-shared/features/last-view'
import { defaultPreferences } from '../../src-shared/features/preferences-state'
import type { KeptNews, SaidText } from '../../src-shared/features/news-state'
import type { OutcomeMark, PhoneOutcome } from '../../src-shared/features/outcomes-state'
import type { TileState } from '../../src-shared/features/tile-state'
import { noUploadsSum, type Upload } from '../../src-shared/features/upload-state'
import { unknownUsage, type UsageState } from '../../src-shared/features/usage-state'
import type { AutomationJob } from '../../src-shared/protocol/automation'
import type { Fault } from '../../src-shared/protocol/fault'
import { fakeDevice, fakeTile } from '../renderer/fake-phone'

/** The moment of every story, so that spans of time stay the same. */
export const storyNow = Date.UTC(2026, 4, 20, 9, 30)

export const problem = (code: string, status: number, detail = ''): Fault =>
  ({ kind: 'problem', code, status, detail }) as Fault
export const offline = problem('device_offline', 503, 'The device is not reachable')

const names = ['Aster 01', 'Birch 02', 'Cedar 03', 'Dahlia 04', 'Elder 05', 'Fern 06']
const labels = [
  { name: 'lab', color: '#D84C40' },
  { name: 'night shift', color: '#2F7FD1' },
  { name: 'to be updated before the next release', color: '#3E9B4F' },
]

export const phones = names.map((name, at) =>
  fakeDevice(`dev_${at}`, { name, labels: labels.slice(0, at % 4), dashboard_id: at }),
)
export const tileOf = (over: Partial<TileState> = {}, at = 0) =>
  fakeTile(`dev_${at}`, { tile: at + 1, ...over })

export const upload = (over: Partial<Upload>): Upload => ({
  id: `u${over.place ?? 0}`,
  place: 0,
  fleetId: 'lab',
  publicId: 'dev_0',
  deviceName: 'Aster 01',
  fileName: 'holiday video.mp4',
  bytes: 48_000_000,
  sentBytes: 0,
  state: 'waiting',
  fault: null,
  retryAt: null,
  startedAt: null,
  endedAt: null,
  isVerified: false,
  ...over,
})

export const leftWork = (
  [
    ['upload', 'holiday video.mp4', 'unknown'],
    ['launch', 'account_status', 'unknown'],
    ['upload', 'menu.pdf', 'not-sent'],
    ['edit', '', 'not-sent'],
  ] as const
).map(([kind, what, outcome], at): LeftWork => {
  const deviceName = names[at] ?? ''
  return { id: `${at}`, kind, what, publicId: `dev_${at}`, deviceName, at: storyNow, outcome }
})

export const job = (over: Partial<AutomationJob>): AutomationJob => ({
  id: 'job_1',
  kind: 'account_status',
  status: 'queued',
  result: null,
  publicId: 'dev_0',
  createdAt: new Date(storyNow - 240_000).toISOString(),
  fields: {},
  ...over,
})

const budget = (used: number, budget: number) => ({ used, budget, remaining: budget - used })
/** Budgets of which a share is used. */
export const usage = (share = 0.2): UsageState => ({
  ...unknownUsage,
  readAt: storyNow,
  usage: {
    active_minutes: budget(Math.round(1440 * share), 1440),
    actions: budget(Math.round(50_000 * share), 50_000),
    snapshots: budget(Math.round(10_000 * share), 10_000),
    uploads: budget(Math.round(2000 * share), 2000),
    max_active_devices: 12,
    resets_at: '2026-05-21T00:00:00+00:00',
  },
})

/** What came of the last job and flows on a phone, whose tile it marks so. */
export const outcomeOf = (mark: OutcomeMark, at = 0): PhoneOutcome => {
  const when = storyNow - 240_000
  const verdict = mark === 'failed' ? 'failed' : 'passed'
  return {
    publicId: `dev_${at}`,
    flag: { worst: 'warning', warnings: ['sign_in', 'posting'], at: when },
    job: { id: 'job_1', kind: 'account_status', stage: mark === 'review' ? 'review' : 'done', at: when },
    flow: { name: 'Log in', verdict, run: 'run_1', at: when },
  }
}

/** What is new since the person last looked. */
export const news: KeptNews[] = [
  { ...newsOf('jobs', 'jobReview', 1), title: 'Birch 02' },
  { ...newsOf('phones', 'phoneLost', 2), title: 'Cedar 03' },
  {
    ...newsOf('budgets', 'budgetLow', 3),
    title: { text: 'budgetActions' },
    body: { text: 'budgetLow', values: { percent: 95 } },
  },
]
function newsOf(group: KeptNews['group'], text: SaidText['text'], n: number) {
  return { id: `n${n}`, at: storyNow - n * 60_000, group, body: { text }, target: null, isKept: true }
}

/** A fleet of six live phones that nothing is wrong with. */
export function baseState(): AppState {
  return {
    version: '0.1.0',
    policy: null,
    canUpdate: true,
    isSandboxed: true,
    fleets: {
      fleets: [
        { id: 'simulated', name: 'Simulated fleet', baseUrl: 'http://127.0.0.1:1/v1', kind: 'simulated' },
        { id: 'lab', name: 'Lab', baseUrl: 'https://phones.example/v1', kind: 'saved' },
      ],
      activeId: 'lab',
      elsewhere: [],
      keychain: true,
    },
    openFleets: [],
    devices: { status: 'ready', devices: phones, fault: null },
    tiles: phones.map((_, at) => tileOf({}, at)),
    recordings: noRecordings,
    underWay: [],
    jobs: [],
    flows: noFlows,
    texts: noTexts,
    rules: [],
    looksLateS: 0,
    schedules: [],
    workElsewhere: [],
    programs: noPrograms,
    usage: usage(),
    scopes: {
      read: 'granted',
      control: 'granted',
      stream: 'granted',
      upload: 'granted',
      manage: 'granted',
      automations: 'granted',
    },
    uploads: { uploads: [], sum: noUploadsSum },
    tasks: [],
    pace: null,
    paused: null,
    walls: [1],
    vocabulary: {
      words: vocabularySchema.parse(vocabulary),
      path: '~/.config/fleetwall/vocabulary.json',
      inUse: false,
      fault: null,
    },
    preferences: { ...defaultPreferences, language: 'en' },
    lastView: noLastView,
    left: [],
    news: [],
    outcomes: [],
  }
}
