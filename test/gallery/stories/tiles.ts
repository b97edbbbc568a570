import type { AppState } from '../../../src-shared/bridge/app-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import CompareView from '../../../src-renderer/focus/CompareView.vue'
import FocusedPhone from '../../../src-renderer/focus/FocusedPhone.vue'
import SmallScreen from '../../../src-renderer/phone/screen/SmallScreen.vue'
import PhoneTile from '../../../src-renderer/wall/PhoneTile.vue'
import { useView } from '../../../src-renderer/stores/view'
import { useNotices } from '../../../src-renderer/stores/notices'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { noPrograms } from '../../../src-shared/features/programs-state'
import { offline, outcomeOf, phones, problem, storyNow, tileOf } from '../fixtures'
import { stories, type Story } from '../story'

const sizes = [
  { width: 100, height: 178 },
  { width: 180, height: 320 },
  { width: 300, height: 534 },
]

const states: Readonly<Record<string, Partial<TileState>>> = {
  live: {},
  'live without control': { control: 'closed', controlFault: offline, isControlAway: true },
  'live taken over': { control: 'taken', controlFault: { kind: 'socket-closed', code: 4409, reason: '' } },
  'live damaged frame': { isUnreadable: true },
  connecting: { state: 'connecting', control: 'closed' },
  'idle out of sight': { state: 'idle', idleReason: 'hidden', control: 'closed' },
  'idle limit reached': { state: 'idle', idleReason: 'max-active-devices', control: 'closed' },
  'idle paused': { state: 'idle', idleReason: 'paused', control: 'closed' },
  'idle minutes used up': { state: 'idle', idleReason: 'minutes-used-up', control: 'closed' },
  offline: { state: 'offline', fault: offline, retryAt: storyNow + 12_000, control: 'closed' },
  blocked: { state: 'blocked', fault: problem('device_blocked', 403), control: 'closed' },
  'parked forbidden': {
    state: 'parked',
    fault: problem('forbidden', 403, 'The scope stream is required'),
    control: 'closed',
  },
  'parked unauthorized': { state: 'parked', fault: problem('unauthorized', 401), control: 'closed' },
  'parked quota': { state: 'parked', fault: problem('quota_exceeded', 429), control: 'closed' },
  'parked network': {
    state: 'parked',
    fault: { kind: 'network', reason: 'connection-refused', host: 'phones.example' },
    retryAt: storyNow + 40_000,
    control: 'closed',
  },
  automation: {
    state: 'automation',
    job: { kind: 'account_status', status: 'dispatched' },
    control: 'closed',
  },
  'automation interrupted': {
    state: 'automation',
    job: {
      kind: 'account_status',
      status: 'queued',
      interrupted: { times: 1, next: 1, retryAt: storyNow + 300_000 },
    },
    control: 'closed',
  },
  interrupted: {
    job: { kind: 'account_status', status: 'queued' },
    interruption: { times: 1, retryAt: storyNow + 300_000 },
  },
}

const withTile = (over: Partial<TileState>): Partial<AppState> => ({
  tiles: [tileOf(over), ...phones.slice(1).map((_, at) => tileOf({}, at + 1))],
})

const tiles = Object.entries(states).flatMap(([name, over]) =>
  sizes.map(({ width, height }): Story => ({
    name: `PhoneTile ${name} ${width}`,
    component: PhoneTile,
    props: { device: phones[3], width, height },
    width: width + 16,
    height: height + 48,
    state: {
      tiles: phones.map((_, at) => tileOf(at === 3 ? over : {}, at)),
    },
  })),
)

const notices: Story[] = [
  ['offline', offline],
  ['rejected', problem('command_rejected', 422, 'The device refused the command')],
  ['not typed', { kind: 'not-typed', skipped: ['☃', '한'] }],
].map(([name, fault]) => ({
  name: `PhoneTile notice ${String(name)}`,
  component: PhoneTile,
  props: { device: phones[0], width: 220, height: 391 },
  width: 236,
  height: 440,
  ready: () => useNotices().show(fault as never, 'dev_0'),
}))

const firstTile = {
  component: PhoneTile,
  props: { device: phones[0], width: 220, height: 391 },
  width: 236,
  height: 440,
}

const outcomes = (['failed', 'review', 'warning'] as const).map((name): Story => ({
  ...firstTile,
  name: `PhoneTile outcome ${name}`,
  state: { outcomes: [outcomeOf(name)] },
}))

const focusedOutcome: Story = {
  name: 'FocusedPhone outcome',
  component: FocusedPhone,
  props: { publicId: 'dev_0' },
  width: 480,
  height: 700,
  state: { outcomes: [outcomeOf('failed')] },
}

const programs = { ...noPrograms, isOpen: true, holds: [{ publicId: 'dev_0', name: 'Nightly check' }] }
const used: Story = { ...firstTile, name: 'PhoneTile used by a program', state: { programs } }
const focusedUsed: Story = { ...focusedOutcome, name: 'FocusedPhone used by a program', state: { programs } }

const busy: Story = {
  ...firstTile,
  name: 'PhoneTile busy',
  state: { underWay: [{ publicId: 'dev_0', what: { type: 'press', name: 'home' } }] },
}

const seenLast: Story = {
  ...firstTile,
  name: 'PhoneTile seen last',
  state: withTile({ state: 'idle', idleReason: 'paused', control: 'closed' }),
  ready: () => useTiles().liveUntil.set('dev_0', storyNow),
}

const seenLastSmall: Story = {
  ...seenLast,
  name: 'PhoneTile seen last 100',
  props: { device: phones[0], width: 100, height: 178 },
  width: 116,
  height: 220,
  state: withTile({ state: 'idle', idleReason: 'max-active-devices', control: 'closed' }),
}

const focused = Object.entries(states).map(([name, over]): Story => ({
  name: `FocusedPhone ${name}`,
  component: FocusedPhone,
  props: { publicId: 'dev_0' },
  width: 480,
  height: 700,
  state: withTile(over),
}))

const compared: Story[] = [null, 'dev_1'].map((other) => ({
  name: `CompareView ${other === null ? 'begins' : 'two phones'}`,
  component: CompareView,
  props: { publicId: 'dev_0' },
  width: 800,
  height: 640,
  state: {
    tiles: [tileOf(), tileOf({}, 1)],
  },
  ready: () => useView().compare('dev_0', other),
}))

const filmstrip: Story = {
  name: 'SmallScreen',
  component: SmallScreen,
  props: { tile: tileOf(), seen: true, height: 96 },
  width: 120,
  height: 160,
}

export const tileStories = stories('tiles', [
  ...tiles,
  ...notices,
  ...outcomes,
  focusedOutcome,
  used,
  focusedUsed,
  busy,
  seenLast,
  seenLastSmall,
  ...focused,
  ...compared,
  filmstrip,
])
