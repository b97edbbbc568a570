import { spawn, type ChildProcess } from 'node:child_process'
import { ended, stop } from './process'
import { findProgram } from './programs'

/** An X display to open windows on. */
export interface Display {
  name: string
  close(): Promise<void>
}

const screenSize = '2048x1440x24'

/** How many test files run in parallel, each on its own display: one if this session has a display, else two. */
export const displaysWanted = () => (process.env['DISPLAY'] ? 1 : 2)

/** Returns this session's display, or starts Xvfb; null without either. */
export async function openDisplay(): Promise<Display | null> {
  const { DISPLAY: present } = process.env
  return present ? { name: present, close: () => Promise.resolve() } : startXvfb(screenSize)
}

/** Starts Xvfb with one screen, such as `1280x800x24`; null without it. */
export const startXvfb = (size: string): Promise<Display | null> =>
  startServer('Xvfb', ['-screen', '0', size])

/** Starts an X server; null if it is missing or does not start. */
export async function startServer(name: 'Xvfb' | 'Xorg', own: readonly string[]): Promise<Display | null> {
  const program = findProgram(name)
  if (!program) return null
  // It picks a free number, stays as it is when its last window closes, never blanks its screen, which the wall takes for
  // locked, and writes the number to file descriptor 3 once it accepts connections.
  const args = ['-displayfd', '3', ...own, '-nolisten', 'tcp', '-noreset', '-s', '0']
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await displayNumber(server)
  return number === null ? null : { name: `:${number}`, close: () => stop(server) }
}

async function displayNumber(server: ChildProcess): Promise<string | null> {
  const printed = new Promise<string>((resolve) => {
    let text = ''
    server.stdio[3]?.on('data', (data: Buffer) => {
      text += data.toString()
      if (text.includes('\n')) resolve(text.trim())
    })
  })
  return Promise.race([printed, ended(server).then(() => null)])
}
