import type { CommandId } from '../../../src-renderer/commands/command'
import AboutDialog from '../../../src-renderer/components/dialogs/AboutDialog.vue'
import WindowLayers from '../../../src-renderer/components/app/WindowLayers.vue'
import type { Component } from 'vue'
import { stories, type Story } from '../story'

const opened = (name: string, id: CommandId, component: Component = WindowLayers): Story => ({
  name,
  component,
  width: 1000,
  height: 760,
  ready: ({ commands }) => commands.run(id, 'dev_0'),
})

export const dialogStories = stories('dialogs', [
  opened('CommandPalette', 'app.palette'),
  opened('ShortcutSheet', 'app.shortcuts'),
  opened('SettingsDialog', 'app.settings'),
  opened('AboutDialog', 'app.about', AboutDialog),
  opened('AddFleetDialog', 'fleet.add'),
  opened('PrepareDialog URL', 'phone.open-url'),
  opened('PrepareDialog app', 'phone.open-app'),
  opened('PrepareDialog clipboard', 'phone.clipboard-set'),
  opened('AnswerDialog clipboard', 'phone.clipboard-get'),
  opened('AnswerDialog IP address', 'phone.ip'),
])
