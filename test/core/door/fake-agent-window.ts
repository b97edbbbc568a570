import type { DoorWindow } from '../../../src-main/core/door/door-window'
import type { Caller } from '../../../src-main/core/agent/tool-fleet'
import { fakeTools } from '../agent/fake-tools'
import { fakeWindow } from './fake-window'

/** A window whose phones programs use. @param entries of its activity log */
export function fakeAgentWindow(entries: Parameters<typeof fakeWindow>[0] = []) {
  const fake = fakeTools()
  const shown = fakeWindow(entries)
  const opened: { isGone: boolean; isClosed: boolean }[] = []
  const turns: { publicId: string; who: Caller }[] = []
  let warmed = 0
  const window: DoorWindow = {
    ...shown.window,
    fleet: {
      ...shown.window.fleet,
      pictures: {
        ...fake.tools.pictures,
        warmUp: () => (warmed += 1),
      } as unknown as DoorWindow['fleet']['pictures'],
      open() {
        const state = { isGone: false, isClosed: false }
        opened.push(state)
        return Promise.resolve({
          ...{ fleet: fake.fleet, phones: [], devices: [], usage: null },
          get isGone() {
            return state.isGone
          },
          phone: (publicId) => (publicId.startsWith('dev_') ? fake.tools.phone(publicId) : null),
          close: () => void (state.isClosed = true),
        })
      },
    },
    turns: {
      ...shown.window.turns,
      on(publicId, who, stop, work) {
        turns.push({ publicId, who })
        return work(stop)
      },
    },
  }
  return {
    fake,
    window,
    opened,
    turns,
    noted: shown.noted,
    looks: shown.looks,
    asked: shown.asked,
    warmed: () => warmed,
  }
}
