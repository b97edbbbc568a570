import type { AppTarget, HandsetSpec } from './handset'

/** What the handset asks of its phone; each one is carried out in the order of arrival. */
export type PhoneCommand =
  | { do: 'create'; spec: HandsetSpec }
  | { do: 'pointer'; x: number; y: number; pressed: boolean; mayHold: boolean }
  | { do: 'scroll'; x: number; y: number; dy: number }
  | { do: 'key'; name: string }
  | { do: 'text'; text: string }
  | { do: 'preset'; name: string }
  | { do: 'chord'; modifiers: string[]; key: string }
  | { do: 'openUrl'; url: string }
  | { do: 'openApp'; app: AppTarget }
  | { do: 'setClipboard'; text: string }
  | { do: 'clipboard' }
  | { do: 'airplane'; on: boolean }
  | { do: 'fileArrived'; name: string; bytes: number; path: string }
  | { do: 'animate'; fps: number }
  | { do: 'snapshot' }
  /** Frames at most this often; 0 stops them. */
  | { do: 'watch'; maxFps: number }
  /** The frame sent last was taken; the next one may be sent. */
  | { do: 'frameTaken' }
  | { do: 'close' }

/** To the thread: a command for one of its phones. A `ticket` asks for an answer. */
export interface ToThread {
  phone: number
  ticket?: number
  command: PhoneCommand
}

export type PhoneAnswer = boolean | string | string[] | Uint8Array | null

/** From the thread: a frame for a viewer, the answer to a ticket, or an error that a phone recovered from. */
export type FromThread =
  | { phone: number; frame: Uint8Array }
  | { phone: number; defect: string }
  | { ticket: number; answer: PhoneAnswer }
  | { ticket: number; fault: string }
