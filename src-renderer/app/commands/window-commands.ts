import { useMediaQuery } from '@vueuse/core'
import { shallowRef } from 'vue'
import { mostWalls } from '../../../src-shared/bridge/page-id'
import type { Host } from '../../host/host'
import { useConnection } from '../../stores/connection'
import { useNotices } from '../../stores/notices'
import { messages } from '../../text/messages'
import type { CommandSpecs } from '../../commands/make-command'

/** The commands that arrange windows on the person's displays. */
export function windowCommands({ kind, displays, onTop, openWall, toggleFullScreen }: Host) {
  const connection = useConnection()
  const notices = useNotices()
  const fillsDisplay = useMediaQuery('(display-mode: fullscreen)')
  const isOnTop = shallowRef(false)
  void onTop?.isOn().then((now) => (isOnTop.value = now))
  const { titles, why } = messages.commands
  const whyNot = () => (displays === null ? why.inBrowser : null)
  /** Says why nothing was arranged. */
  const unlessNone = async (isDone: Promise<boolean> | undefined, title: string, none: string) => {
    if ((await isDone) === false) notices.add({ kind: 'cannot-run', title, why: none }, null)
  }
  const freeWall = () =>
    Array.from({ length: mostWalls }, (_, at) => at + 1).find((number) => !connection.walls.includes(number))
  return {
    'window.new-wall': {
      place: 'main',
      // A browser has this key itself.
      shortcuts: kind === 'electron' ? ['mod+shift+n'] : [],
      whyNot: () => (freeWall() === undefined ? why.mostWalls({ n: mostWalls }) : null),
      run() {
        const number = freeWall()
        if (number !== undefined) openWall(number)
      },
    },
    'window.full-screen': {
      // A browser has this key itself.
      shortcuts: kind === 'electron' ? ['f11'] : [],
      isOn: () => fillsDisplay.value,
      run: toggleFullScreen,
    },
    // The first window's end is the program's.
    'window.close': {
      whyNot: () => (kind === 'electron' ? null : why.inBrowser),
      run: () => window.close(),
    },
    'window.on-top': {
      whyNot: () => (onTop === null ? why.inBrowser : null),
      isOn: () => isOnTop.value,
      run() {
        if (onTop === null) return
        isOnTop.value = !isOnTop.value
        onTop.keep(isOnTop.value)
      },
    },
    'window.next-display': {
      whyNot,
      run: () => void unlessNone(displays?.next(), titles['window.next-display'], why.oneDisplay),
    },
    'window.tile-phones': {
      place: 'main',
      whyNot,
      run: () => void unlessNone(displays?.tile(), titles['window.tile-phones'], why.noWindows),
    },
  } satisfies CommandSpecs
}
