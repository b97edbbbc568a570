import { setFlagsFromString } from 'node:v8'
import type { CommandLine } from 'electron'

const flag = '--memory-reducer-gc-count=0'

/**
 * V8 collects the whole heap again and again while a program does little, to give memory back: a wall of still phones
 * cost up to twice as much CPU (docs/performance.md). Without that it collects when there is something to collect.
 * @param commandLine pages are started with it
 */
export function keepCollectorQuiet(commandLine: CommandLine): void {
  setFlagsFromString(flag)
  commandLine.appendSwitch('js-flags', flag)
}
