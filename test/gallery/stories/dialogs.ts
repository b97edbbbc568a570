import type { CommandId } from '../../../src-renderer/commands/command'
import WindowDialogs from '../../../src-renderer/app/WindowDialogs.vue'
import WorkPanel from '../../../src-renderer/app/panel/WorkPanel.vue'
import { askMany } from '../../../src-renderer/commands/ask-many'
import PasteDialog from '../../../src-renderer/phone/screen/PasteDialog.vue'
import { usePanel } from '../../../src-renderer/stores/panel'
import { useDialogs } from '../../../src-renderer/stores/dialogs'
import { useSelection } from '../../../src-renderer/stores/selection'
import { defaultPreferences, type PanelTab } from '../../../src-shared/features/preferences-state'
import { useConversions } from '../../../src-renderer/features/captures/conversions'
import { useFlowHistory } from '../../../src-renderer/features/flows/flow-history'
import { useFlowSetup } from '../../../src-renderer/features/flows/flow-setup'
import { useFlowSheet } from '../../../src-renderer/features/flows/flow-sheet'
import type { Capture } from '../../../src-shared/features/captures'
import { baseState, leftWork, news, storyNow } from '../fixtures'
import {
  flowRecording,
  flowRun,
  flowsFolder,
  flowVerdicts,
  keptPhones,
  keptRuns,
  secondFlowRun,
  readTexts,
  screenOfTexts,
} from '../flow-fixtures'
import { schedulePlan, schedules } from '../schedule-fixtures'
import { activity, fleetJobs, usageHistory } from '../ledger-fixtures'
import { nextTick } from 'vue'
import { stories, type Story } from '../story'

const opened = (name: string, id: CommandId): Story => ({
  name,
  component: WindowDialogs,
  width: 1000,
  height: 760,
  ready: ({ commands }) => commands.run(id, 'dev_0'),
})

/** A tab of the panel. */
const inPanel = (name: string, tab: PanelTab): Story => ({
  name,
  component: WorkPanel,
  width: 1100,
  height: 320,
  ready: () => usePanel().change({ shown: true, tab, height: 280 }),
})

/** A dialog that is opened through its store. */
const shown = (name: string, open: (dialogs: ReturnType<typeof useDialogs>) => unknown): Story => ({
  name,
  component: WindowDialogs,
  width: 1000,
  height: 760,
  ready: () => open(useDialogs()),
})

/** As a person fills a field of the open dialog in. */
const fillIn = async (selector: string, value: string) => {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[role=dialog] ${selector}`)
  if (!field) throw new Error(`The dialog has no ${selector}.`)
  field.value = value
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input'))
  await nextTick()
}

const question = (over: object) => ({
  publicIds: ['dev_0', 'dev_1'],
  files: [],
  folders: [],
  inFolders: [],
  leftOut: { system: 0, empty: 0, unreadable: 0 },
  busy: [],
  isReading: false,
  ...over,
})
const photos = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => new File(['photo'], name))
const captureOf = (kind: Capture['kind'], file: string, minutesAgo: number, over = {}): Capture => ({
  id: file,
  kind,
  name: `Simulated fleet/2026-03-04 09.41.00 ${file}`,
  bytes: 5_300_000,
  at: storyNow - minutesAgo * 60_000,
  path: `/captures/${file}`,
  publicIds: ['dev_0'],
  phone: 'Aster 01',
  isMissing: false,
  ...over,
})
const recordings = [
  captureOf('recording', 'Aster 01.mkv', 2),
  captureOf('recording', 'A phone whose name is as long as names may be, and a little.mkv', 65),
] as const
const captures = [
  ...recordings,
  captureOf('screenshot', 'Aster 01.jpg', 70),
  captureOf('sheet', 'Simulated fleet ×12.png', 75, { publicIds: ['dev_0', 'dev_1'], phone: '' }),
  captureOf('screenshot', 'gone.jpg', 80, { isMissing: true }),
]
const [saved] = baseState().fleets.fleets.slice(1)

const flowAnswers = {
  'flows.list': flowsFolder,
  'flows.plan': { actions: 36, uploads: 0, minutes: 2, ms: 64_000, promised: { actions: 0, uploads: 0 } },
  'flows.history': { runs: keptRuns },
  'flows.kept': { phones: keptPhones },
  'flows.trends': { flows: [flowVerdicts] },
  'flows.verdicts': flowVerdicts,
}

export const dialogStories = stories('dialogs', [
  opened('CommandPalette', 'app.palette'),
  opened('ShortcutSheet', 'app.shortcuts'),
  opened('SettingsDialog', 'app.settings'),
  {
    ...opened('SettingsDialog compact', 'app.settings'),
    state: { preferences: { ...defaultPreferences, density: 'compact' } },
  },
  opened('AboutDialog', 'app.about'),
  opened('GuideDialog', 'app.guide'),
  opened('AddFleetDialog', 'fleet.add'),
  opened('PrepareDialog URL', 'phone.open-url'),
  opened('PrepareDialog app', 'phone.open-app'),
  opened('PrepareDialog clipboard', 'phone.clipboard-set'),
  opened('AnswerDialog clipboard', 'phone.clipboard-get'),
  opened('AnswerDialog IP address', 'phone.ip'),
  opened('SortDialog', 'view.sort'),
  opened('LabelsDialog', 'view.labels'),
  opened('PrepareDialog text', 'phone.text'),
  opened('PressDialog', 'phone.key'),
  {
    ...opened('PressDialog preset', 'phone.key'),
    ready: async ({ commands }) => {
      commands.run('phone.key', 'dev_0')
      await nextTick()
      await fillIn('[list]', ' ')
    },
  },
  opened('GestureDialog', 'phone.gesture'),
  {
    ...opened('GestureDialog path', 'phone.gesture'),
    ready: async ({ commands }) => {
      commands.run('phone.gesture', 'dev_0')
      await nextTick()
      await fillIn('select', 'path')
      await fillIn('.whole input', '10,10 50,500')
    },
  },
  opened('NamePatternDialog', 'phone.name-pattern'),
  {
    ...opened('SheetDialog import', 'fleet.import-csv'),
    answers: { 'sheets.list': { names: [] } },
    ready: async ({ commands }) => {
      commands.run('fleet.import-csv')
      await nextTick()
      await fillIn(
        'textarea',
        'public_id,name,custom_name,labels\ndev_0,Other,Desk 1,eu;lab\ndev_1,,,\ndev_9,,,',
      )
    },
  },
  {
    ...opened('SheetDialog', 'fleet.sheet'),
    answers: { 'sheets.list': { names: ['captions.csv'] } },
    ready: async ({ commands }) => {
      commands.run('fleet.sheet')
      await nextTick()
      await fillIn('textarea', 'public_id,caption,password\ndev_0,Good morning,x\ndev_1,,y\ndev_9,Hello,z')
    },
  },
  opened('SetLabelsDialog', 'phone.set-labels'),
  shown('PhoneMenu', (dialogs) => (dialogs.phoneMenu = { publicId: 'dev_0', x: 20, y: 20 })),
  shown('PhoneMenu beside selection', (dialogs) => {
    useSelection().select(['dev_1', 'dev_2'])
    dialogs.phoneMenu = { publicId: 'dev_0', x: 20, y: 20 }
  }),
  shown('ScreenshotDialog', (dialogs) =>
    dialogs.open({ kind: 'screenshots', publicIds: ['dev_0', 'dev_1'], toClipboard: false }),
  ),
  {
    ...inPanel('ActivityTab', 'activity'),
    answers: { 'activity.list': { total: activity.length, entries: activity } },
  },
  {
    ...inPanel('ActivityTab new', 'activity'),
    state: { news },
    answers: { 'activity.list': { total: activity.length, entries: activity } },
  },
  {
    ...inPanel('CapturesTab', 'captures'),
    state: {
      recordings: {
        running: [{ publicId: 'dev_1', deviceName: 'Aster 02', startedAt: storyNow - 134_000, bytes: 4e6 }],
        bytesLeft: null,
      },
    },
    answers: { 'captures.list': { captures, folders: ['/Pictures/Fleetwall'] } },
    ready() {
      usePanel().change({ shown: true, tab: 'captures', height: 280 })
      const [first, second] = recordings
      const wish = { format: 'mp4', isCaptioned: false } as const
      useConversions().add([first, second], wish)
      useConversions().change(0, { state: 'running', share: 0.4 })
      const fault = { kind: 'not-saved', folder: 'Videos', why: 'full', detail: '' } as const
      useConversions().change(1, { state: 'failed', fault })
    },
  },
  {
    ...inPanel('CapturesTab empty', 'captures'),
    answers: { 'captures.list': { captures: [], folders: [] } },
  },
  { ...inPanel('SchedulesTab', 'schedules'), state: { schedules } },
  inPanel('SchedulesTab empty', 'schedules'),
  {
    ...opened('ScheduleDialog', 'work.new-schedule'),
    answers: { ...flowAnswers, 'sheets.list': { names: ['photos.csv'] }, 'schedules.plan': schedulePlan },
  },
  {
    ...inPanel('JobsTab', 'jobs'),
    state: { jobs: fleetJobs },
    answers: { 'jobs.readAll': null },
  },
  {
    ...opened('BudgetsDialog', 'app.budgets'),
    answers: { 'usage.read': usageHistory, 'usage.history': usageHistory },
  },
  {
    ...inPanel('FlowsTab', 'flows'),
    state: { flows: { recording: null, runs: [flowRun] } },
    answers: flowAnswers,
  },
  {
    ...inPanel('FlowsTab runs', 'flows'),
    state: { flows: { recording: null, runs: [flowRun, secondFlowRun] } },
    answers: flowAnswers,
    ready: () => {
      usePanel().change({ shown: true, tab: 'flows', height: 280 })
      useFlowSetup().chosen.add('send-note.yaml')
      useFlowSheet().open(new TextEncoder().encode('public_id,TEXT\ndev_0,Hello\ndev_x,Bye\n'), 'texts.csv')
    },
  },
  {
    ...inPanel('FlowsTab recording', 'flows'),
    state: { flows: { recording: flowRecording, runs: [] } },
    answers: flowAnswers,
    ready: () => {
      usePanel().change({ shown: true, tab: 'flows', height: 280 })
      useFlowSetup().chosen.add('send-note.yaml')
    },
  },
  ...(
    [
      ['runs', { kind: 'runs' }],
      ['run', { kind: 'run', id: keptRuns[0]?.id ?? '' }],
      ['last runs', { kind: 'flow', file: 'send-note.yaml', name: 'Send a note' }],
    ] as const
  ).map(([name, kept]): Story => ({
    ...inPanel(`FlowsTab history, ${name}`, 'flows'),
    answers: flowAnswers,
    ready: () => {
      usePanel().change({ shown: true, tab: 'flows', height: 280 })
      useFlowHistory().shown = kept
    },
  })),
  {
    ...opened('FlowCheckDialog', 'flow.check'),
    state: { flows: { recording: flowRecording, runs: [] } },
    answers: {
      get 'flows.look'() {
        return { look: 1, base64: screenOfTexts() }
      },
      'flows.lookTexts': readTexts,
    },
  },
  shown('WatchDialog', (dialogs) => dialogs.open({ kind: 'watch', publicIds: ['dev_0', 'dev_1'] })),
  shown('PatrolDialog', (dialogs) => dialogs.open({ kind: 'patrol' })),
  shown('ContactSheetDialog', (dialogs) =>
    dialogs.open({ kind: 'contact-sheet', publicIds: ['dev_0', 'dev_1'] }),
  ),
  shown('ConvertDialog', (dialogs) => {
    // Which formats a browser can make differs between computers.
    const isConfigSupported = () => Promise.resolve({ supported: true })
    Object.assign(globalThis, { VideoEncoder: { isConfigSupported } })
    dialogs.open({ kind: 'convert', recordings })
  }),
  shown('DeleteCapturesDialog', (dialogs) => dialogs.open({ kind: 'delete-captures', captures })),
  shown('ConfirmDialog many phones', () => askMany('Lock', 12, () => undefined)),
  shown('InterruptDialog', (dialogs) => dialogs.open({ kind: 'interrupt', publicIds: ['dev_0'] })),
  shown('InterruptDialog many', (dialogs) =>
    dialogs.open({ kind: 'interrupt', publicIds: ['dev_0', 'dev_1'] }),
  ),
  shown('UploadDialog folder', (dialogs) => {
    dialogs.open({ kind: 'upload', question: question({ folders: ['Holiday'], inFolders: photos }) })
  }),
  shown('UploadDialog busy phone', (dialogs) => {
    dialogs.open({
      kind: 'upload',
      question: question({ inFolders: photos, busy: [{ publicId: 'dev_0', job: 'warm_up' }] }),
    })
  }),
  shown('UploadDialog reading', (dialogs) => {
    dialogs.open({ kind: 'upload', question: question({ folders: ['Holiday'], isReading: true }) })
  }),
  {
    ...shown('LeftWorkDialog', (dialogs) => dialogs.open({ kind: 'left-work' })),
    state: { left: leftWork },
  },
  shown('CancelUploadsDialog', (dialogs) => dialogs.open({ kind: 'cancel-uploads' })),
  shown('ChangeFleetDialog', (dialogs) => saved && dialogs.open({ kind: 'change-fleet', fleet: saved })),
  shown('ForgetFleetDialog', (dialogs) => saved && dialogs.open({ kind: 'forget-fleet', fleet: saved })),
  {
    name: 'PasteDialog',
    component: PasteDialog,
    props: { text: 'A long text from the clipboard. '.repeat(12), publicId: 'dev_0', name: 'Aster 01' },
    width: 1000,
    height: 760,
  },
])
