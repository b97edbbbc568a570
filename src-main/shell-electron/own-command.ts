import { app as electron } from 'electron'
import { ownProgram } from './own-program'

/** Returns the words that start this program again; unpackaged, that is Electron with the folder of the code. */
export const ownCommand = (): string[] => [
  ownProgram(process.env, process.execPath),
  ...(electron.isPackaged ? [] : [electron.getAppPath()]),
]
