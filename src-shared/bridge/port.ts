/** Undoes a subscription. */
export type Unsubscribe = () => void

/**
 * A two-way pipe for messages that keeps their order: a MessagePort in Electron, a WebSocket on loopback, a pair in
 * memory in tests. `Message` is JSON-like data on the bridge and an ArrayBuffer on the frame port.
 */
export interface Port<Message> {
  /** Sending on a closed port does nothing. */
  send(message: Message): void
  onMessage(listener: (message: Message) => void): Unsubscribe
  /** Told once, also when this side closed. */
  onClose(listener: () => void): Unsubscribe
  close(): void
}
