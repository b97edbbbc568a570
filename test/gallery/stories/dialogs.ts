import PatrolDialog from '../../../src-renderer/components/actions/PatrolDialog.vue'
import type { CommandId } from '../../../src-renderer/commands/command'
import ConvertDialog from '../../../src-renderer/components/dialogs/ConvertDialog.vue'
import ActivityDialog from '../../../src-renderer/components/dialogs/ActivityDialog.vue'
import BudgetsDialog from '../../../src-renderer/components/dialogs/BudgetsDialog.vue'
import FlowsDialog from '../../../src-renderer/components/dialogs/FlowsDialog.vue'
import WatchDialog from '../../../src-renderer/components/dialogs/WatchDialog.vue'
import JobsDialog from '../../../src-renderer/components/dialogs/JobsDialog.vue'
import AboutDialog from '../../../src-renderer/components/dialogs/AboutDialog.vue'
import WindowDialogs from '../../../src-renderer/components/app/WindowDialogs.vue'
import CancelUploadsDialog from '../../../src-renderer/components/uploads/CancelUploadsDialog.vue'
import ImportCsvDialog from '../../../src-renderer/components/dialogs/ImportCsvDialog.vue'
import NamePatternDialog from '../../../src-renderer/components/dialogs/NamePatternDialog.vue'
import LabelsDialog from '../../../src-renderer/components/dialogs/LabelsDialog.vue'
import SetLabelsDialog from '../../../src-renderer/components/inspector/SetLabelsDialog.vue'
import SortDialog from '../../../src-renderer/components/dialogs/SortDialog.vue'
import LeftWorkDialog from '../../../src-renderer/components/dialogs/LeftWorkDialog.vue'
import NewsDialog from '../../../src-renderer/components/dialogs/NewsDialog.vue'
import ChangeFleetDialog from '../../../src-renderer/components/dialogs/ChangeFleetDialog.vue'
import ForgetFleetDialog from '../../../src-renderer/components/dialogs/ForgetFleetDialog.vue'
import PasteDialog from '../../../src-renderer/components/screen/PasteDialog.vue'
import { useDialogs } from '../../../src-renderer/stores/dialogs'
import { useSelection } from '../../../src-renderer/stores/selection'
import { defaultPreferences } from '../../../src-shared/bridge/preferences'
import type { KeptRecording } from '../../../src-shared/bridge/conversions'
import { useConversions } from '../../../src-renderer/stores/conversions'
import { baseState, leftWork, storyNow } from '../fixtures'
import { flowRun, flowsFolder } from '../flow-fixtures'
import { activity, fleetJobs, usageHistory } from '../ledger-fixtures'
import { nextTick, type Component } from 'vue'
import { stories, type Story } from '../story'

const opened = (name: string, id: CommandId, component: Component = WindowDialogs): Story => ({
  name,
  component,
  width: 1000,
  height: 760,
  ready: ({ commands }) => commands.run(id, 'dev_0'),
})

/** A dialog that is opened through its store. */
const shown = (
  name: string,
  open: (dialogs: ReturnType<typeof useDialogs>) => void,
  component: Component = WindowDialogs,
): Story => ({ name, component, width: 1000, height: 760, ready: () => open(useDialogs()) })

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
const recordingOf = (phone: string, minutesAgo: number): KeptRecording => ({
  id: phone,
  name: `Simulated fleet/2026-03-04 09.41.00 ${phone}.mkv`,
  bytes: 5_300_000,
  at: storyNow - minutesAgo * 60_000,
  path: '/captures/recording.mkv',
  isOfThisRun: true,
})
const recordings = [
  recordingOf('Aster 01', 2),
  recordingOf('A phone whose name is as long as names may be, and a little', 65),
] as const
const [saved] = baseState().fleets.fleets.slice(1)

export const dialogStories = stories('dialogs', [
  opened('CommandPalette', 'app.palette'),
  opened('ShortcutSheet', 'app.shortcuts'),
  opened('SettingsDialog', 'app.settings'),
  {
    ...opened('SettingsDialog compact', 'app.settings'),
    state: { preferences: { ...defaultPreferences, density: 'compact' } },
  },
  opened('AboutDialog', 'app.about', AboutDialog),
  opened('AddFleetDialog', 'fleet.add'),
  opened('PrepareDialog URL', 'phone.open-url'),
  opened('PrepareDialog app', 'phone.open-app'),
  opened('PrepareDialog clipboard', 'phone.clipboard-set'),
  opened('AnswerDialog clipboard', 'phone.clipboard-get'),
  opened('AnswerDialog IP address', 'phone.ip'),
  opened('SortDialog', 'view.sort', SortDialog),
  opened('LabelsDialog', 'view.labels', LabelsDialog),
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
  opened('NamePatternDialog', 'phone.name-pattern', NamePatternDialog),
  opened('ImportCsvDialog', 'fleet.import-csv', ImportCsvDialog),
  opened('SetLabelsDialog', 'phone.set-labels', SetLabelsDialog),
  shown('PhoneMenu', (dialogs) => (dialogs.phoneMenu = { publicId: 'dev_0', x: 20, y: 20 })),
  shown('PhoneMenu beside selection', (dialogs) => {
    useSelection().select(['dev_1', 'dev_2'])
    dialogs.phoneMenu = { publicId: 'dev_0', x: 20, y: 20 }
  }),
  shown(
    'ScreenshotDialog',
    (dialogs) => (dialogs.screenshots = { publicIds: ['dev_0', 'dev_1'], toClipboard: false }),
  ),
  {
    ...opened('ActivityDialog', 'app.activity', ActivityDialog),
    answers: { 'activity.list': { total: activity.length, entries: activity } },
  },
  {
    ...opened('JobsDialog', 'app.jobs', JobsDialog),
    state: { jobs: fleetJobs },
    answers: { 'jobs.readAll': null },
  },
  {
    ...opened('BudgetsDialog', 'app.budgets', BudgetsDialog),
    answers: { 'usage.read': usageHistory, 'usage.history': usageHistory },
  },
  {
    ...opened('FlowsDialog', 'flow.run', FlowsDialog),
    state: { flows: { recording: null, run: flowRun } },
    answers: {
      'flows.list': flowsFolder,
      'flows.plan': { actions: 36, uploads: 0, minutes: 2, ms: 64_000 },
    },
  },
  shown('WatchDialog', (dialogs) => (dialogs.watch = ['dev_0', 'dev_1']), WatchDialog),
  shown('PatrolDialog', (dialogs) => (dialogs.patrol = true), PatrolDialog),
  shown('ContactSheetDialog', (dialogs) => (dialogs.contactSheet = ['dev_0', 'dev_1'])),
  {
    ...shown(
      'ConvertDialog',
      (dialogs) => {
        // Which formats a browser can make differs between computers.
        const isConfigSupported = () => Promise.resolve({ supported: true })
        Object.assign(globalThis, { VideoEncoder: { isConfigSupported } })
        const [first, second] = recordings
        const wish = { format: 'mp4', isCaptioned: false } as const
        useConversions().add([first, second], wish)
        useConversions().change(0, { state: 'running', share: 0.4 })
        const fault = { kind: 'not-saved', folder: 'Videos', why: 'full', detail: '' } as const
        useConversions().change(1, { state: 'failed', fault })
        dialogs.convert = []
      },
      ConvertDialog,
    ),
    answers: { 'conversions.list': { recordings } },
  },
  shown('ManyPhonesDialog', (dialogs) => {
    dialogs.many = { what: 'Lock', phones: 12, run: () => undefined }
  }),
  shown('InterruptDialog', (dialogs) => (dialogs.interrupt = ['dev_0'])),
  shown('InterruptDialog many', (dialogs) => (dialogs.interrupt = ['dev_0', 'dev_1'])),
  shown('UploadDialog folder', (dialogs) => {
    dialogs.upload = question({ folders: ['Holiday'], inFolders: photos })
  }),
  shown('UploadDialog busy phone', (dialogs) => {
    dialogs.upload = question({ inFolders: photos, busy: [{ publicId: 'dev_0', job: 'warm_up' }] })
  }),
  shown('UploadDialog reading', (dialogs) => {
    dialogs.upload = question({ folders: ['Holiday'], isReading: true })
  }),
  {
    ...shown('LeftWorkDialog', (dialogs) => (dialogs.leftWork = true), LeftWorkDialog),
    state: { left: leftWork },
  },
  {
    name: 'NewsDialog',
    component: NewsDialog,
    width: 1000,
    height: 760,
    state: {
      news: ['Record what a phone shows.', 'Open a phone in the service’s dashboard, in your browser.'],
    },
  },
  shown('CancelUploadsDialog', (dialogs) => (dialogs.cancelUploads = true), CancelUploadsDialog),
  shown('ChangeFleetDialog', (dialogs) => (dialogs.changeFleet = saved ?? null), ChangeFleetDialog),
  shown('ForgetFleetDialog', (dialogs) => (dialogs.forgetFleet = saved ?? null), ForgetFleetDialog),
  {
    name: 'PasteDialog',
    component: PasteDialog,
    props: { text: 'A long text from the clipboard. '.repeat(12), publicId: 'dev_0', name: 'Aster 01' },
    width: 1000,
    height: 760,
  },
])
