import type { PictureAnswer } from './looks'

/** What a process writes to its output before it ends for taking too much. */
export const overrunLine = 'overrun\n'

/** Listens for that at the process's output. */
export function onOverrun(
  output: NodeJS.ReadableStream | null,
  listener: (answer: PictureAnswer) => void,
): void {
  output?.on('data', (data: Buffer) => {
    if (data.toString().includes(overrunLine)) listener({ is: 'overrun' })
  })
}
