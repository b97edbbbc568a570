import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { ConfigProvider, TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach } from 'vitest'
import { defineComponent, h, provide, type Component } from 'vue'
import type { Bridge } from '../../src-shared/bridge/connect'
import { createCommands } from '../../src-renderer/app/commands/commands'
import type { Commands } from '../../src-renderer/commands/use-commands'
import { commandsKey } from '../../src-renderer/commands/use-commands'
import type { Host } from '../../src-renderer/host/host'
import { hostKey } from '../../src-renderer/host/use-host'
import { useConnection } from '../../src-renderer/stores/connection'
import { useDevices } from '../../src-renderer/stores/devices'
import { useFleets } from '../../src-renderer/stores/fleets'
import { useTiles } from '../../src-renderer/stores/tiles'
import type { Device } from '../../src-shared/protocol/device'
import { baseState } from '../gallery/fixtures'
import { fakeBridge, fakeHost } from './fake-host'
import { fakeTile } from './fake-phone'

/** A component in a page whose core is a fake. */
export interface MountedPart {
  part: VueWrapper
  commands: Commands
  /** Names and parameters of the calls and tells, in order. */
  sent: [name: string, params: unknown][]
}

const mountedPages: VueWrapper[] = []

/** Gives each case its own stores and page. */
export function inFreshPage(): void {
  afterEach(() => {
    for (const page of mountedPages.splice(0)) page.unmount()
  })
  beforeEach(() => {
    document.body.innerHTML = '<main></main>'
    setActivePinia(createPinia())
  })
}

/** Fills the stores with live phones. */
export function showPhones(devices: readonly Device[]): void {
  const state = baseState()
  useFleets().replace(state.fleets)
  useFleets().scopes = state.scopes
  useConnection().vocabularyState = state.vocabulary
  useDevices().replace({ status: 'ready', devices: [...devices], fault: null })
  useTiles().replace(devices.map(({ public_id }, at) => fakeTile(public_id, { tile: at + 1 })))
}

/**
 * Mounts a component with host, commands and providers.
 * @param answers what calls of the bridge resolve with, or the error that they throw, by their names; others resolve with null
 * @param ownHost what the host has that the fake one has not
 */
export function mountInPage(
  component: Component,
  props: Record<string, unknown> = {},
  answers: Readonly<Record<string, unknown>> = {},
  ownHost: Partial<Host> = {},
): MountedPart {
  const sent: MountedPart['sent'] = []
  const bridge = fakeBridge({
    call: ((name: string, params: unknown) => {
      sent.push([name, params])
      const answer = answers[name] ?? null
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }) as Bridge['call'],
    tell: (name, params) => void sent.push([name, params]),
  })
  const host = fakeHost({ bridge, ...ownHost })
  let made: Commands | null = null
  const page = defineComponent({
    setup() {
      made = createCommands(host, { focusSearch: () => undefined, pickFiles: () => undefined })
      provide(commandsKey, made)
      return () =>
        h(ConfigProvider, null, () => h(TooltipProvider, null, () => h('div', [h(component, props)])))
    },
  })
  const target = document.querySelector('main')
  if (!target) throw new Error('The page has no main element.')
  const whole = mount(page, {
    attachTo: target.appendChild(document.createElement('div')),
    global: { provide: { [hostKey as symbol]: host } },
  })
  mountedPages.push(whole)
  if (!made) throw new Error('No commands were made.')
  return { part: whole.findComponent(component), commands: made, sent }
}
