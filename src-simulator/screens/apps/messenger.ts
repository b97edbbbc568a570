import { PLATES } from '../palette'
import type { Scene } from '../scene'
import type { System } from '../system'
import { initialsPlate, ListScene } from '../widgets/list-scene'
import { ChatScene, lastMessage, type Conversation } from './chat'

const TINT = '#12a0b8'

/** Courier, a messenger: its chats are with bots, by their handles. */
export class Messenger {
  readonly root: Scene
  private readonly chats: Conversation[] = []

  constructor(private readonly system: System) {
    for (const handle of ['daily_digest_bot', 'parcel_watch_bot', 'tiny_quiz_bot']) this.chatWith(handle)
    this.root = new ListScene(
      () => ({ title: 'Courier' }),
      () => [
        {
          rows: this.chats.map((chat) => ({
            key: chat.key,
            title: chat.name,
            subtitle: lastMessage(chat, system.now())?.text ?? '',
            lead: initialsPlate(chat.name.replaceAll(/[@_]+/g, ' ').trim(), chat.color),
            tap: () => system.push(this.sceneOf(chat)),
          })),
        },
      ],
      () => system.now(),
    )
  }

  /** The chat with a bot, begun if there was none. @param username the bot's handle, with or without `@` */
  open(username: string): Scene {
    return this.sceneOf(this.chatWith(username))
  }

  private sceneOf(chat: Conversation): Scene {
    return new ChatScene(chat, this.system, 'Chats', TINT)
  }

  private chatWith(username: string): Conversation {
    const name = `@${username.replace(/^@/, '')}`
    const known = this.chats.find((chat) => chat.name === name)
    if (known !== undefined) return known
    const chat: Conversation = {
      key: name,
      name,
      color: PLATES[this.chats.length % PLATES.length] ?? PLATES[0],
      messages: [
        { mine: false, text: `Hello, this is ${name}. What can I do for you?`, at: 0 },
        { mine: true, text: '/start', at: 0 },
        { mine: false, text: 'Ready. Send me anything.', at: 0 },
      ],
    }
    this.chats.unshift(chat)
    return chat
  }
}
