import type { MenuSections } from './menu-entries'
import { messages } from '../../text/messages'

/** What a phone's menu offers: at most twelve entries before its submenus. */
export const phoneMenu = (): MenuSections => {
  const words = messages.act.submenus
  return [
    ['phone.open', 'phone.own-window'],
    ['phone.screenshot', 'phone.record', 'phone.push'],
    ['phone.home', 'phone.app-switcher', 'phone.lock'],
    [
      {
        name: 'send',
        title: words.send,
        sections: [
          ['phone.text', 'phone.key', 'phone.gesture'],
          ['phone.open-url', 'phone.open-app', 'phone.find'],
          ['phone.clipboard-set'],
          ['fleet.sheet'],
        ],
      },
      {
        name: 'organise',
        title: words.organise,
        sections: [
          ['phone.rename', 'phone.labels', 'phone.notes'],
          ['phone.set-labels', 'phone.name-pattern'],
          ['phone.pin', 'phone.view-only', 'phone.clear-mark'],
          ['phone.copy-id', 'phone.dashboard'],
        ],
      },
      {
        name: 'device',
        title: words.device,
        sections: [
          ['phone.watch', 'phone.screenshot-copy', 'flow.record'],
          ['phone.airplane-on', 'phone.airplane-off', 'phone.ip', 'phone.recalibrate'],
          ['phone.clipboard-get', 'phone.clipboard-sync'],
        ],
      },
    ],
    ['phone.launch'],
  ]
}
