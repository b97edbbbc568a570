import { createPinia } from 'pinia'
import { ConfigProvider, TooltipProvider } from 'reka-ui'
import { createApp, defineComponent, h, nextTick, onMounted, provide } from 'vue'
import type { AppState } from '../../src-shared/bridge/app-state'
import type { CallName } from '../../src-shared/bridge/contract'
import type { Bridge } from '../../src-shared/bridge/connect'
import type { Language } from '../../src-shared/features/preferences-state'
import { createCommands } from '../../src-renderer/app/commands/commands'
import { commandsKey } from '../../src-renderer/commands/use-commands'
import { hostKey } from '../../src-renderer/host/use-host'
import { frameRouterKey } from '../../src-renderer/phone/stream/use-frame-router'
import type { FrameRouter } from '../../src-renderer/phone/stream/frame-router'
import { feedStores } from '../../src-renderer/app/sync/feed-stores'
import { applyAppearance } from '../../src-renderer/base/use-scheme'
import { speak } from '../../src-renderer/text/current-language'
import { useLanguage } from '../../src-renderer/text/use-language'
import { fakeBridge, fakeHost } from '../renderer/fake-host'
import { baseState, storyNow } from './fixtures'
import type { Story } from './story'

/** Paints a still picture in place of frames, so that no worker is needed. */
function pictureRouter(): FrameRouter {
  return {
    isDamaged: () => false,
    measure: () => undefined,
    forget: () => undefined,
    add({ place, onFrameSize }) {
      const picture = document.createElement('div')
      picture.style.cssText = 'inline-size:100%;block-size:100%;background:#35506b'
      place.append(picture)
      onFrameSize({ width: 750, height: 1334 })
      return { change: () => undefined, remove: () => picture.remove() }
    },
  }
}

const bridgeWith = (state: AppState, answers: Story['answers'] = {}): Bridge =>
  fakeBridge({
    // A question stays open, as while the phone is asked.
    call: ((name: CallName) =>
      name === 'app.state'
        ? Promise.resolve(state)
        : name in answers
          ? Promise.resolve(answers[name])
          : new Promise(() => undefined)) as Bridge['call'],
  })

/** Time stands still, so that spans of time stay the same. */
class StoryDate extends Date {
  constructor(...given: [] | [number | string]) {
    super(...((given.length === 0 ? [storyNow] : given) as [number]))
  }
  static override now = () => storyNow
}

/** Mounts one story, and resolves once it has settled. @returns what unmounts it */
export async function mountStory(story: Story, language: Language, root: HTMLElement): Promise<() => void> {
  globalThis.Date = StoryDate as DateConstructor
  const state = { ...baseState(), ...story.state }
  state.preferences = { ...state.preferences, language }
  await speak(language)
  const host = fakeHost({ bridge: bridgeWith(state, story.answers) })
  const router = pictureRouter()

  let ready: unknown
  const ground = defineComponent({
    setup() {
      useLanguage(
        () => language,
        () => undefined,
      )
      applyAppearance()
      const commands = createCommands(host, { focusSearch: () => undefined, pickFiles: () => undefined })
      provide(commandsKey, commands)
      onMounted(() => {
        ready = story.ready?.({ commands })
      })
      const style = { width: `${story.width}px`, height: `${story.height}px` }
      const part = () =>
        h(story.component, story.props, story.slot === undefined ? undefined : () => story.slot)
      return () =>
        h(ConfigProvider, null, () =>
          h(TooltipProvider, null, () => h('div', { class: 'story-ground', style }, [part()])),
        )
    },
  })
  const app = createApp(ground)
  app.use(createPinia())
  app.provide(hostKey, host)
  app.provide(frameRouterKey, router)
  await app.runWithContext(() => feedStores(host, router))
  app.mount(root)
  await ready
  await nextTick()
  await document.fonts.ready
  return () => app.unmount()
}
