import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { z, type ZodType } from 'zod'
import { isWall } from '../../src-shared/bridge/page-id'
import type { Sender } from './windows'

/** Which pages may send a message. */
type From = 'any page' | 'wall' | 'phone'

/** What a channel takes: from which pages, and with which arguments. */
interface Taken<Args> {
  from: From
  args: ZodType<Args>
}

/** Receives the IPC messages of pages. Each is checked here for its window, its frame and its arguments; a refused one does nothing. */
export interface PageMessages {
  take<Args extends readonly unknown[]>(
    channel: string,
    taken: Taken<Args>,
    handle: (sender: Sender, ...args: Args) => void,
  ): void
  /** The page waits for the answer; a refused call fails there. */
  answer<Args extends readonly unknown[]>(
    channel: string,
    taken: Taken<Args>,
    handle: (sender: Sender, ...args: Args) => unknown,
  ): void
}

export const noArguments = z.tuple([])

export interface PageMessagesOptions {
  senderOf: (event: IpcMainEvent | IpcMainInvokeEvent) => Sender | null
  onRefused: (channel: string) => void
}

export function createPageMessages({ senderOf, onRefused }: PageMessagesOptions): PageMessages {
  const checked = <Args extends readonly unknown[]>(
    event: IpcMainEvent | IpcMainInvokeEvent,
    channel: string,
    { from, args }: Taken<Args>,
    given: unknown[],
  ): { sender: Sender; data: Args } | null => {
    const sender = senderOf(event)
    const isFrom = sender && (from === 'any page' || (from === 'wall') === isWall(sender.pageId))
    const { data } = args.safeParse(given)
    if (isFrom && data) return { sender, data }
    onRefused(channel)
    return null
  }

  return {
    take(channel, taken, handle) {
      ipcMain.on(channel, (event, ...given: unknown[]) => {
        const message = checked(event, channel, taken, given)
        if (message) handle(message.sender, ...message.data)
      })
    },
    answer(channel, taken, handle) {
      ipcMain.handle(channel, (event, ...given: unknown[]) => {
        const message = checked(event, channel, taken, given)
        if (!message) throw new Error('refused')
        return handle(message.sender, ...message.data)
      })
    },
  }
}
