import { Random } from '../../random'
import type { Scene } from '../scene'
import type { System } from '../system'
import { initialsPlate, ListScene, signPlate, type Row } from '../widgets/list-scene'
import { Switch } from '../widgets/switch'

/** The Settings app: a long list, switches, and About. */
export class Settings {
  readonly root: Scene
  private readonly airplane: Switch
  private readonly switches = new Map<string, Switch>()

  constructor(private readonly system: System) {
    this.airplane = new Switch(system.airplane, (on) => {
      if (system.airplane !== on) system.airplane = on
    })
    this.root = new ListScene(
      () => ({ title: 'Settings' }),
      () => this.sections(),
      () => system.now(),
    )
  }

  /** General, and About above it. */
  aboutScenes(): Scene[] {
    return [this.general(), this.about()]
  }

  /** The switch follows actions that come from outside, too. */
  followAirplane(): void {
    this.airplane.set(this.system.airplane, this.system.now())
  }

  private sections(): { header?: string; rows: Row[] }[] {
    const { system } = this
    const link = (
      key: string,
      title: string,
      color: string,
      sign: Parameters<typeof signPlate>[1],
      detail?: string,
    ): Row => ({
      key,
      title,
      lead: signPlate(color, sign),
      tap: () => system.push(this.page(title)),
      ...(detail === undefined ? {} : { detail }),
    })
    const toggle = (
      key: string,
      title: string,
      color: string,
      sign: Parameters<typeof signPlate>[1],
      on = true,
    ): Row => ({
      key,
      title,
      lead: signPlate(color, sign),
      switch: this.switchFor(key, on),
    })
    return [
      {
        rows: [
          {
            key: 'owner',
            title: system.name,
            subtitle: 'This phone, storage and updates',
            lead: initialsPlate(system.name, '#5b8def'),
            tap: () => system.push(this.about()),
          },
        ],
      },
      {
        rows: [
          {
            key: 'airplane',
            title: 'Airplane Mode',
            lead: signPlate('#f08a24', 'plane'),
            switch: this.airplane,
          },
          link('wifi', 'Wi-Fi', '#2f6bff', 'wifi', 'Workshop'),
          toggle('hotspot', 'Personal Hotspot', '#30b35a', 'wifi', false),
          link('battery', 'Battery', '#30b35a', 'battery'),
        ],
      },
      {
        rows: [
          link('notifications', 'Notifications', '#f0443a', 'bell'),
          toggle('sounds', 'Sounds', '#e5407a', 'bell'),
          toggle('focus', 'Quiet Hours', '#6a5be0', 'moon', false),
        ],
      },
      {
        rows: [
          {
            key: 'general',
            title: 'General',
            lead: signPlate('#868d9b', 'gear'),
            tap: () => system.push(this.general()),
          },
          link('display', 'Display & Brightness', '#2f8cff', 'sun'),
          toggle('adaptive', 'Adaptive Brightness', '#f5a623', 'sun'),
          toggle('night', 'Night Light', '#6a5be0', 'moon'),
          link('privacy', 'Privacy & Security', '#2f6bff', 'lock'),
        ],
      },
      {
        header: 'APPS',
        rows: [
          'Browser',
          'Calendar',
          'Camera',
          'Courier',
          'Files',
          'Lumina',
          'Messages',
          'Notes',
          'Phone',
          'Photos',
        ].map((name, i) =>
          link(
            `app ${name}`,
            name,
            [
              '#2f8cff',
              '#f0443a',
              '#565e6e',
              '#12a0b8',
              '#4a98ff',
              '#f4725f',
              '#2f6bff',
              '#f5b62e',
              '#30b35a',
              '#bf5af2',
            ][i] ?? '#868d9b',
            'grid',
          ),
        ),
      },
    ]
  }

  private general(): Scene {
    const { system } = this
    return new ListScene(
      () => ({ title: 'General', back: { label: 'Settings', tap: () => system.pop() } }),
      () => [
        {
          rows: [
            { key: 'about', title: 'About', tap: () => system.push(this.about()) },
            {
              key: 'update',
              title: 'Software Update',
              detail: '12.4',
              tap: () => system.push(this.page('Software Update')),
            },
            {
              key: 'storage',
              title: 'Storage',
              detail: '38 of 128 GB',
              tap: () => system.push(this.page('Storage')),
            },
          ],
        },
        {
          rows: [
            { key: 'refresh', title: 'Background Refresh', switch: this.switchFor('refresh', true) },
            { key: 'haptics', title: 'Haptics', switch: this.switchFor('haptics', true) },
            { key: 'keyboard', title: 'Predictive Text', switch: this.switchFor('keyboard', false) },
          ],
        },
      ],
      () => system.now(),
    )
  }

  private about(): Scene {
    const { system } = this
    const random = new Random(system.seed, 'about')
    const letters = (count: number): string =>
      Array.from({ length: count }, () => random.pick([...'ABCDEFGHJKLMNPQRTUVWXY0123456789'])).join('')
    const serial = letters(10)
    const address = Array.from({ length: 6 }, () =>
      random.whole(0, 255).toString(16).padStart(2, '0').toUpperCase(),
    ).join(':')
    const facts = (rows: [string, string][]): Row[] =>
      rows.map(([title, detail]) => ({ key: title, title, detail }))
    return new ListScene(
      () => ({ title: 'About', back: { label: 'Back', tap: () => system.pop() } }),
      () => [
        {
          rows: facts([
            ['Name', system.name],
            ['Version', '12.4'],
            ['Model', 'Simulated phone'],
            ['Serial Number', serial],
          ]),
        },
        {
          rows: facts([
            ['Device ID', system.publicId],
            ['Wi-Fi Address', address],
          ]),
        },
        {
          rows: facts([
            ['Songs', '0'],
            ['Photos', '32'],
            ['Capacity', '128 GB'],
            ['Available', '89.6 GB'],
          ]),
          footer: 'Drawn by the fleet simulator',
        },
      ],
      () => system.now(),
    )
  }

  /** A page of a setting that has a few switches of its own. */
  private page(title: string): Scene {
    const { system } = this
    return new ListScene(
      () => ({ title, back: { label: 'Back', tap: () => system.pop() } }),
      () => [
        {
          rows: [
            { key: 'on', title, switch: this.switchFor(`${title} on`, true) },
            { key: 'cellular', title: 'Use Mobile Data', switch: this.switchFor(`${title} data`, true) },
          ],
        },
        {
          rows: [
            { key: 'details', title: 'Show Details', switch: this.switchFor(`${title} details`, false) },
          ],
        },
      ],
      () => system.now(),
    )
  }

  private switchFor(key: string, on: boolean): Switch {
    const kept = this.switches.get(key) ?? new Switch(on)
    this.switches.set(key, kept)
    return kept
  }
}
