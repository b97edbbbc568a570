import { PLATES } from '../palette'
import { Random } from '../../random'
import type { Scene } from '../scene'
import type { System } from '../system'
import { initialsPlate, ListScene } from '../widgets/list-scene'
import { ChatScene, lastMessage, type Conversation } from './chat'

// Groups and places only: these phones belong to no person.
const NAMES = [
  'Bakery',
  'Book club',
  'Choir',
  'Corner café',
  'Dentist',
  'Front office',
  'Landlord',
  'Library',
  'Night shift',
  'Parcel service',
  'Running group',
  'Team room',
  'Workshop',
] as const

const TALKS: readonly [readonly string[], ...(readonly string[])[]] = [
  ['Are we still on for tomorrow?', '>Yes! Ten at the corner café', 'Great, I will bring the plans'],
  ['>Did the parcel arrive?', 'This morning. It is huge', '>I did warn you', 'The cat has already moved in'],
  ['Your appointment is on Tuesday at 9:30', '>Thank you, I will be there'],
  ['The wall is live in the workshop', '>All of it?', 'Every single one. Come and see', '>On my way'],
  ['Could you look at the third screen?', '>It scrolls fine here', 'Then it was me'],
  ['>Dinner at eight?', 'Make it half past', '>Deal'],
]

/** The Messages app. */
export class Messages {
  readonly root: Scene
  private readonly conversations: Conversation[]

  constructor(system: System) {
    const random = new Random(system.seed, 'messages')
    this.conversations = random
      .shuffled(NAMES)
      .slice(0, 9)
      .map((name, i) => ({
        key: name,
        name,
        color: PLATES[i % PLATES.length] ?? PLATES[0],
        messages: talk(random),
      }))
    this.root = new ListScene(
      () => ({ title: 'Messages' }),
      () => [
        {
          rows: this.conversations.map((conversation) => ({
            key: conversation.key,
            title: conversation.name,
            subtitle: lastMessage(conversation, system.now())?.text ?? '',
            lead: initialsPlate(conversation.name, conversation.color),
            tap: () => system.push(new ChatScene(conversation, system, 'Messages')),
          })),
        },
      ],
      () => system.now(),
    )
  }
}

function talk(random: Random): Conversation['messages'] {
  return [...random.pick(TALKS), ...random.pick(TALKS)].map((line) => ({
    mine: line.startsWith('>'),
    text: line.replace(/^>/, ''),
    at: 0,
  }))
}
