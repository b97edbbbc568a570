/** Ends a subscription. */
export type Unsubscribe = () => void

/**
 * A two-way, ordered channel for messages: a MessagePort in Electron, a WebSocket on loopback, a pair in
 * memory in tests. `Message` is JSON-like data on the bridge and an ArrayBuffer on the other ports.
 */
export interface Port<Message> {
  /**
   * Sending on a closed port does nothing.
   * @param onSent called when nothing reads the message any more, at once or later; some ports never call it
   */
  send(message: Message, onSent?: () => void): void
  onMessage(listener: (message: Message) => void): Unsubscribe
  /** Called once, also when this side closes. */
  onClose(listener: () => void): Unsubscribe
  close(): void
}
