import type { Bridge } from '../../src-shared/bridge/connect'
import { memoryPorts } from '../bridge/memory-ports'
import type { Host } from '../../src-renderer/host/host'

/** A bridge with no core behind it: nothing is called, unless `over` answers it, and what is told goes nowhere. */
export function fakeBridge(over: Partial<Bridge> = {}): Bridge {
  return {
    call: () => Promise.reject(new Error('nothing is called')),
    tell: () => undefined,
    onEvent: () => () => undefined,
    onClose: () => () => undefined,
    close: () => undefined,
    ...over,
  }
}

/** A shell that does nothing by itself. */
export function fakeHost(over: Partial<Host> = {}): Host {
  return {
    kind: 'loopback',
    platform: 'linux',
    bridge: fakeBridge(),
    frames: [{ url: '' }],
    conversions: () => memoryPorts<ArrayBuffer>().a,
    phone: null,
    wall: 1,
    fleet: null,
    openFleet: () => undefined,
    showsFleet: () => undefined,
    openWall: () => undefined,
    openOwnWindow: () => undefined,
    reopenOwnWindows: () => undefined,
    resizeOwnWindow: () => undefined,
    toggleFullScreen: () => undefined,
    displays: null,
    onTop: null,
    openNotices: null,
    hadCrashed: () => Promise.resolve(false),
    keepWords: null,
    openAddress: () => undefined,
    offerFiles: () => Promise.resolve([]),
    holdsFiles: () => false,
    onClosed: () => undefined,
    ...over,
  }
}
