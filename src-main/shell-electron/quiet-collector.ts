import { setFlagsFromString } from 'node:v8'
import type { CommandLine } from 'electron'

const flag = '--memory-reducer-gc-count=0'

/**
 * Works around V8's memory reducer: in a mostly idle program it keeps collecting the whole heap, which doubles the CPU of
 * a still wall. Not needed once the row `still-30` of `npm run bench` is the same without this flag.
 * @param commandLine passes the flag on to the pages' processes
 */
export function keepCollectorQuiet(commandLine: CommandLine): void {
  setFlagsFromString(flag)
  commandLine.appendSwitch('js-flags', flag)
}
