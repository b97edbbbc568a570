import { COLORS, PLATES } from '../palette'
import type { PhotoLibrary } from '../photo-library'
import { Random } from '../../random'
import type { Scene } from '../scene'
import type { System } from '../system'
import { initialsPlate, ListScene, signPlate, type Row } from '../widgets/list-scene'
import { Switch } from '../widgets/switch'
import { CameraScene } from './camera'
import { ChatScene, lastMessage, type Conversation } from './chat'

export const CAPTIONS = [
  'Early light',
  'Nothing but wind today',
  'Found this around the corner',
  'Again tomorrow',
  'It was louder than it looks',
  'For the archive',
] as const

/** The name under which the phone's owner is known in Lumina. */
export function accountName(system: System): string {
  return system.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')
}

/** The scenes of Lumina above its first: letters, settings, account status, cameras. */
export class PhotoappPages {
  private readonly letters: Conversation[]
  private readonly closed = new Switch(false)
  private readonly saving = new Switch(true)

  constructor(
    private readonly system: System,
    private readonly library: PhotoLibrary,
    handles: readonly string[],
  ) {
    const random = new Random(system.seed, 'letters')
    this.letters = handles.slice(0, 6).map((name, i) => ({
      key: name,
      name,
      color: PLATES[i % PLATES.length] ?? PLATES[0],
      messages: [{ mine: i % 2 === 0, text: random.pick(CAPTIONS), at: 0 }],
    }))
  }

  camera(): Scene {
    return new CameraScene(this.system, this.library)
  }

  reel(): Scene {
    return new CameraScene(this.system, this.library, ['STORY', 'REEL', 'LIVE'])
  }

  letterList(): Scene {
    const { system } = this
    return new ListScene(
      () => ({ title: 'Direct', back: { label: 'Lumina', tap: () => system.pop() } }),
      () => [
        {
          rows: this.letters.map((letter) => ({
            key: letter.key,
            title: letter.name,
            subtitle: lastMessage(letter, system.now())?.text ?? '',
            lead: initialsPlate(letter.name, letter.color),
            tap: () => system.push(new ChatScene(letter, system, 'Direct', '#e8566a')),
          })),
        },
      ],
      () => system.now(),
    )
  }

  settings(): Scene {
    const { system } = this
    return new ListScene(
      () => ({ title: 'Settings', back: { label: 'Back', tap: () => system.pop() } }),
      () => [
        {
          rows: [
            {
              key: 'status',
              title: 'Account Status',
              lead: signPlate('#30b35a', 'info'),
              tap: () => system.push(this.accountStatus()),
            },
            {
              key: 'private',
              title: 'Private Account',
              lead: signPlate('#6a5be0', 'lock'),
              switch: this.closed,
            },
            {
              key: 'save',
              title: 'Save Originals',
              lead: signPlate('#2f6bff', 'camera'),
              switch: this.saving,
            },
          ],
        },
        { rows: [{ key: 'out', title: 'Log Out', color: COLORS.red }] },
      ],
      () => system.now(),
    )
  }

  accountStatus(): Scene {
    const { system } = this
    const row = (title: string): Row => ({
      key: title,
      title,
      detail: 'All good',
      lead: signPlate('#30b35a', 'info'),
    })
    return new ListScene(
      () => ({ title: 'Account Status', back: { label: 'Back', tap: () => system.pop() } }),
      () => [
        {
          rows: ['Removed content', 'Recommendations', 'Features', 'Monetisation'].map(row),
          footer: `${accountName(this.system)} follows the guidelines`,
        },
      ],
      () => system.now(),
    )
  }
}
