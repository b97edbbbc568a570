import { h } from 'vue'
import App from '../../../src-renderer/app/App.vue'
import AppBar from '../../../src-renderer/app/bar/AppBar.vue'
import BudgetMeters from '../../../src-renderer/features/usage/BudgetMeters.vue'
import ClosedScreen from '../../../src-renderer/app/ClosedScreen.vue'
import FlowBar from '../../../src-renderer/features/flows/FlowBar.vue'
import PatrolBar from '../../../src-renderer/wall/PatrolBar.vue'
import LiveCount from '../../../src-renderer/app/bar/LiveCount.vue'
import PauseBar from '../../../src-renderer/app/bar/PauseBar.vue'
import SimulatedBanner from '../../../src-renderer/app/bar/SimulatedBanner.vue'
import LeftWorkBar from '../../../src-renderer/features/left-work/LeftWorkBar.vue'
import StatusLine from '../../../src-renderer/app/StatusLine.vue'
import ToastStack from '../../../src-renderer/app/ToastStack.vue'
import StaleList from '../../../src-renderer/wall/StaleList.vue'
import WallEmpty from '../../../src-renderer/phone/screen/WallEmpty.vue'
import FilterRail from '../../../src-renderer/wall/FilterRail.vue'
import MirrorBar from '../../../src-renderer/wall/MirrorBar.vue'
import SelectionBar from '../../../src-renderer/wall/SelectionBar.vue'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useView } from '../../../src-renderer/stores/view'
import { useNotices } from '../../../src-renderer/stores/notices'
import { unknownUsage } from '../../../src-shared/features/usage-state'
import type { AppState } from '../../../src-shared/bridge/app-state'
import type { OpenFleet } from '../../../src-shared/features/fleets-state'
import { flowRun } from '../flow-fixtures'
import { baseState, leftWork, offline, outcomeOf, phones, problem, tileOf, usage } from '../fixtures'
import { stories, type Story } from '../story'

const bar = { width: 1280, height: 56 }
const spent = (share: number): Partial<AppState> => ({
  usage: usage(share),
})
const empty = (over: Partial<AppState['devices']>): Partial<AppState> => ({
  devices: { status: 'ready', devices: [], fault: null, ...over },
  tiles: [],
})

const meters: Story[] = [0.2, 0.85, 0.96, 1].map((share) => ({
  name: `BudgetMeters ${share * 100}`,
  component: BudgetMeters,
  width: 420,
  height: 56,
  state: spent(share),
}))

const overview: OpenFleet = {
  ...{ id: 'lab', status: 'ready', isPaused: false, live: 6, offline: 0, failed: 0, review: 0, jobs: 0 },
  least: { budget: 'active_minutes', share: 0.82 },
}
const severalFleets: Partial<AppState> = {
  fleets: {
    fleets: [
      ...baseState().fleets.fleets,
      { id: 'shop', name: 'Shop', baseUrl: 'https://phones.example/v1', kind: 'saved' },
      { id: 'depot', name: 'Depot', baseUrl: 'https://phones.example/v1', kind: 'saved' },
    ],
    activeId: 'lab',
    elsewhere: ['shop', 'depot'],
    keychain: true,
  },
  openFleets: [
    overview,
    {
      ...{ ...overview, id: 'shop', live: 38, offline: 2, failed: 3, review: 1, jobs: 12 },
      least: { budget: 'snapshots', share: 0.04 },
    },
    { ...overview, id: 'depot', status: 'loading', live: 0, least: null },
  ],
}

export const appStories = stories('app', [
  { name: 'App 1280', component: App, width: 1280, height: 800 },
  { name: 'App 1920', component: App, width: 1920, height: 1080 },
  {
    name: 'App selection',
    component: App,
    width: 1280,
    height: 800,
    ready() {
      useSelection().select(['dev_0', 'dev_1', 'dev_2'])
      useView().current = 'dev_3'
    },
  },
  ...[
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ].map((size): Story => ({
    name: `App ${size.width} notices`,
    component: App,
    ...size,
    state: {
      tiles: phones.map((_, at) =>
        tileOf(
          at === 2
            ? { control: 'taken', controlFault: { kind: 'socket-closed', code: 4409, reason: '' } }
            : {},
          at,
        ),
      ),
      underWay: [{ publicId: 'dev_3', what: { type: 'press', name: 'home' } }],
    },
    ready: () => {
      const notices = useNotices()
      notices.show(problem('command_rejected', 422), 'dev_1')
      notices.show(offline)
      notices.add({ kind: 'saved', path: '/pictures/Lab/2026-05-20 10.12.30 Aster 01.jpg' }, null)
    },
  })),
  { name: 'AppBar', component: AppBar, ...bar },
  { name: 'AppBar narrow', component: AppBar, width: 900, height: 56 },
  {
    name: 'FleetSwitcher fleets',
    component: AppBar,
    width: 1280,
    height: 420,
    state: severalFleets,
    ready: ({ commands }) => commands.run('fleet.list'),
  },
  { name: 'AppBar used up', component: AppBar, ...bar, state: spent(1) },
  {
    name: 'StatusLine slowed',
    component: () => h(StatusLine, () => h(LiveCount)),
    width: 420,
    height: 32,
    state: { pace: { framesPerSecond: 420, each: 4 } },
  },
  ...meters,
  {
    name: 'BudgetMeters unknown',
    component: BudgetMeters,
    width: 420,
    height: 56,
    state: { usage: { ...unknownUsage, fault: offline } },
  },
  { name: 'SimulatedBanner', component: SimulatedBanner, width: 1280, height: 48 },
  {
    name: 'FlowBar',
    component: FlowBar,
    width: 900,
    height: 48,
    state: { flows: { runs: [flowRun], recording: null } },
  },
  { name: 'PatrolBar', component: PatrolBar, width: 900, height: 48 },
  { name: 'PauseBar', component: PauseBar, width: 900, height: 48 },
  { name: 'StaleList', component: StaleList, props: { fault: offline }, width: 900, height: 48 },
  {
    name: 'MirrorBar',
    component: MirrorBar,
    width: 900,
    height: 48,
    ready: ({ commands }) => {
      commands.run('view.select-all')
      commands.run('phone.mirror')
    },
  },
  {
    name: 'SelectionBar',
    component: SelectionBar,
    width: 1100,
    height: 72,
    ready: ({ commands }) => commands.run('view.select-all'),
  },
  {
    name: 'SelectionBar without room',
    component: SelectionBar,
    width: 640,
    height: 72,
    ready: ({ commands }) => commands.run('view.select-all'),
  },
  { name: 'FilterRail', component: FilterRail, width: 220, height: 520 },
  {
    ...{ name: 'FilterRail outcomes', component: FilterRail, width: 220, height: 640 },
    state: { outcomes: [outcomeOf('failed'), outcomeOf('review', 1), outcomeOf('warning', 2)] },
  },
  {
    name: 'WallEmpty loading',
    component: WallEmpty,
    width: 640,
    height: 320,
    state: empty({ status: 'loading' }),
  },
  { name: 'WallEmpty no phones', component: WallEmpty, width: 640, height: 320, state: empty({}) },
  {
    name: 'WallEmpty failed',
    component: WallEmpty,
    width: 640,
    height: 320,
    state: empty({ status: 'failed', fault: problem('unauthorized', 401) }),
  },
  {
    name: 'WallEmpty User-Agent refused',
    component: WallEmpty,
    width: 640,
    height: 320,
    state: empty({ status: 'failed', fault: { kind: 'user-agent-refused' } }),
  },
  { name: 'ClosedScreen lost', component: ClosedScreen, props: { reason: 'lost' }, width: 640, height: 320 },
  {
    name: 'ClosedScreen replaced',
    component: ClosedScreen,
    props: { reason: 'replaced' },
    width: 640,
    height: 320,
  },
  { name: 'LeftWorkBar', component: LeftWorkBar, width: 900, height: 48, state: { left: leftWork } },
  {
    name: 'ToastStack error',
    component: ToastStack,
    width: 640,
    height: 320,
    ready: () => useNotices().show({ kind: 'internal', detail: 'TypeError: no tile', stack: '' }),
  },
  {
    name: 'ToastStack',
    component: ToastStack,
    width: 640,
    height: 320,
    ready: () => {
      const notices = useNotices()
      notices.show(offline)
      notices.show(problem('rate_limited', 429))
    },
  },
])
