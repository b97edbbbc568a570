import BaseButton from '../../../src-renderer/base/BaseButton.vue'
import ConfirmDialog from '../../../src-renderer/base/ConfirmDialog.vue'
import IconButton from '../../../src-renderer/base/IconButton.vue'
import ProgressTrack from '../../../src-renderer/base/ProgressTrack.vue'
import StateIcon from '../../../src-renderer/base/StateIcon.vue'
import TextField from '../../../src-renderer/base/TextField.vue'
import FrameRateBadge from '../../../src-renderer/phone/screen/FrameRateBadge.vue'
import HoldRing from '../../../src-renderer/phone/screen/HoldRing.vue'
import LabelDots from '../../../src-renderer/wall/LabelDots.vue'
import RailChoice from '../../../src-renderer/features/views/RailChoice.vue'
import { noFilter } from '../../../src-shared/features/filter'
import { phones } from '../fixtures'
import { stories } from '../story'

const small = { width: 240, height: 64 }
const states = ['idle', 'connecting', 'live', 'parked', 'offline', 'blocked', 'automation'] as const

export const baseStories = stories('base', [
  { name: 'BaseButton', component: BaseButton, slot: 'Refresh phones', ...small },
  {
    name: 'BaseButton primary',
    component: BaseButton,
    props: { primary: true },
    slot: 'Add fleet',
    ...small,
  },
  { name: 'BaseButton small', component: BaseButton, props: { small: true }, slot: 'Cancel', ...small },
  { name: 'BaseButton disabled', component: BaseButton, props: { disabled: true }, slot: 'Save', ...small },
  { name: 'IconButton', component: IconButton, props: { label: 'Home' }, slot: '⌂', ...small },
  {
    name: 'TextField',
    component: TextField,
    props: { label: 'Name', modelValue: 'Lab', hint: 'Shown in the bar' },
    width: 320,
    height: 110,
  },
  {
    name: 'TextField invalid',
    component: TextField,
    props: { label: 'Base address', modelValue: 'ftp://', invalid: true, hint: 'Enter an https address' },
    width: 320,
    height: 110,
  },
  ...[0, 0.4, 1].map((share) => ({
    name: `ProgressTrack ${share * 100}`,
    component: ProgressTrack,
    props: { share, label: 'Progress', ended: share === 1 },
    ...small,
  })),
  ...states.map((state) => ({
    name: `StateIcon ${state}`,
    component: StateIcon,
    props: { state },
    ...small,
  })),
  {
    name: 'ConfirmDialog',
    component: ConfirmDialog,
    props: {
      open: true,
      title: 'Cancel all uploads?',
      about: '14 uploads are under way.',
      confirm: 'Cancel uploads',
      cancel: 'Keep uploading',
      run: () => undefined,
    },
    width: 560,
    height: 260,
  },
  {
    name: 'LabelDots',
    component: LabelDots,
    props: { labels: phones[3]?.labels ?? [] },
    ...small,
  },
  {
    name: 'LabelDots small',
    component: LabelDots,
    props: { labels: phones[3]?.labels ?? [], small: true },
    ...small,
  },
  {
    name: 'RailChoice',
    component: RailChoice,
    props: { name: 'night shift', phones: 4, filter: noFilter, chosen: false },
    ...small,
  },
  {
    name: 'RailChoice chosen',
    component: RailChoice,
    props: { name: 'a very long label that has no room here', phones: 4, filter: noFilter, chosen: true },
    ...small,
  },
  {
    name: 'FrameRateBadge',
    component: FrameRateBadge,
    props: { pace: { fps: 20, ageMs: 38 } },
    ...small,
  },
  {
    name: 'HoldRing',
    component: HoldRing,
    props: { at: { x: 100, y: 50 }, frame: { width: 200, height: 100 } },
    width: 200,
    height: 100,
  },
])
