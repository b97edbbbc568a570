import { rect } from '../geometry'
import { COLORS, PLATES } from '../palette'
import type { PhotoLibrary } from '../photo-library'
import { drawPicture } from '../picture'
import type { Pen } from '../pen'
import { Random } from '../../random'
import type { Pane, Piece, Scene, Stage } from '../scene'
import { Scroller } from '../scroller'
import { drawSign, type Sign } from '../signs'
import type { System } from '../system'
import { initialsPlate } from '../widgets/list-scene'
import { NAV_HEIGHT, navBarPane } from '../widgets/nav-bar'
import { accountName, CAPTIONS, PhotoappPages } from './photoapp-pages'

type Tab = 'home' | 'explore' | 'activity' | 'profile'

const TABS: readonly { tab: Tab; sign: Sign; title: string }[] = [
  { tab: 'home', sign: 'house', title: 'Lumina' },
  { tab: 'explore', sign: 'search', title: 'Explore' },
  { tab: 'activity', sign: 'heart', title: 'Activity' },
  { tab: 'profile', sign: 'person', title: 'Profile' },
]
const HANDLES = [
  'fern.and.fog',
  'slow_mornings',
  'tide_tables',
  'paperkite',
  'northlight',
  'oat.milk.club',
  'two_wheels',
  'little_harbour',
  'soft.focus',
] as const
const TAB_HEIGHT = 52
const POSTS = 8

/** Lumina, a social photo app: feed, explore, activity, profile, and the scenes above them. */
export class Photoapp implements Scene {
  private tab: Tab = 'home'
  private readonly scrollers: Record<Tab, Scroller> = {
    home: new Scroller(),
    explore: new Scroller(),
    activity: new Scroller(),
    profile: new Scroller(),
  }
  private readonly handles: string[]
  private readonly pictures: number[]
  private readonly liked = new Set<number>()
  /** The scenes above the first. */
  readonly pages: PhotoappPages

  constructor(
    private readonly system: System,
    library: PhotoLibrary,
  ) {
    const random = new Random(system.seed, 'photoapp')
    this.handles = random.shuffled(HANDLES)
    this.pictures = Array.from({ length: 30 }, () => random.whole(0, 2 ** 31))
    this.pages = new PhotoappPages(system, library, this.handles)
  }

  ink(): string {
    return COLORS.text
  }

  mainScroll(): Scroller {
    return this.scrollers[this.tab]
  }

  show(tab: Tab): void {
    this.tab = tab
    this.scrollers[tab].jump(0)
  }

  panes(stage: Stage): Pane[] {
    const bottom = TAB_HEIGHT + stage.bottom
    const { pieces, length } = this.content(stage)
    const title = TABS.find((entry) => entry.tab === this.tab)?.title ?? ''
    const nav = navBarPane(stage, { title, raised: true, action: this.action() })
    return [
      {
        key: `tab ${this.tab}`,
        frame: rect(0, 0, stage.width, stage.height),
        scroll: {
          by: this.scrollers[this.tab],
          axis: 'y',
          content: stage.top + NAV_HEIGHT + length + bottom,
        },
        pieces: pieces.map((piece) => ({
          ...piece,
          at: { ...piece.at, y: piece.at.y + stage.top + NAV_HEIGHT },
        })),
        backdrop: (pen) => pen.fill(rect(0, 0, stage.width, stage.height), COLORS.paper),
      },
      nav,
      this.tabBar(stage, bottom),
    ]
  }

  private action(): { sign: Sign; tap(): void } {
    const { system } = this
    return this.tab === 'profile'
      ? { sign: 'gear', tap: () => system.push(this.pages.settings()) }
      : { sign: 'send', tap: () => system.push(this.pages.letterList()) }
  }

  private tabBar(stage: Stage, height: number): Pane {
    const cells = [...TABS.slice(0, 2), null, ...TABS.slice(2)]
    const cell = stage.width / cells.length
    return {
      key: 'tabs',
      frame: rect(0, stage.height - height, stage.width, height),
      backdrop: (pen) => {
        pen.fill(rect(0, 0, stage.width, height), COLORS.bar)
        pen.rule(0, 0, stage.width, COLORS.rule)
      },
      pieces: cells.map((entry, i) => ({
        key: entry?.tab ?? 'reel',
        at: rect(i * cell, 0, cell, TAB_HEIGHT),
        draw: (pen, { pressed }) => {
          const color = entry?.tab === this.tab ? '#e8566a' : COLORS.text
          pen.faded(pressed ? 0.4 : 1, () =>
            drawSign(pen, entry?.sign ?? 'plus', cell / 2, TAB_HEIGHT / 2, color, 1.15),
          )
        },
        tap: () => {
          if (entry === null) this.system.push(this.pages.reel())
          else this.tab = entry.tab
        },
      })),
    }
  }

  private content(stage: Stage): { pieces: Piece[]; length: number } {
    switch (this.tab) {
      case 'home':
        return this.feed(stage)
      case 'explore':
        return this.grid(stage, 0, this.pictures)
      case 'activity':
        return this.news(stage)
      case 'profile':
        return this.profile(stage)
    }
  }

  private feed(stage: Stage): { pieces: Piece[]; length: number } {
    const { width } = stage
    const picture = width * 0.92
    const height = picture + 132
    const pieces: Piece[] = [
      {
        at: rect(0, 0, width, 104),
        draw: (pen) =>
          this.handles.forEach((name, i) =>
            drawStory(pen, 46 + i * 80, name, PLATES[i % PLATES.length] ?? PLATES[0]),
          ),
      },
    ]
    for (let i = 0; i < POSTS; i++) {
      const y = 104 + i * height
      pieces.push({ at: rect(0, y, width, height), draw: (pen) => this.drawPost(pen, i, width, picture) })
      pieces.push(this.heart(i, y + 52 + picture))
    }
    return { pieces, length: 104 + POSTS * height }
  }

  private drawPost(pen: Pen, i: number, width: number, picture: number): void {
    const name = this.handles[i % this.handles.length] ?? ''
    pen.moved(14, 9, (at) => initialsPlate(name, PLATES[i % PLATES.length] ?? PLATES[0], 34).draw(at))
    pen.text(name, 58, 26, { size: 15.5, weight: 'bold', color: COLORS.text })
    drawSign(pen, 'dots', width - 26, 26, COLORS.text, 0.7)
    drawPicture(pen, rect(0, 52, width, picture), this.pictures[i] ?? i)
    const y = 52 + picture
    drawSign(pen, 'comment', 68, y + 26, COLORS.text, 1.15)
    drawSign(pen, 'plane', 106, y + 26, COLORS.text, 0.95)
    const likes = ((this.pictures[i] ?? 0) % 900) + 12 + (this.liked.has(i) ? 1 : 0)
    pen.text(`${likes} likes`, 16, y + 56, { size: 14.5, weight: 'bold', color: COLORS.text })
    pen.text(CAPTIONS[i % CAPTIONS.length] ?? '', 84, y + 56, { size: 14.5, color: COLORS.quiet })
  }

  private heart(i: number, y: number): Piece {
    return {
      key: `heart ${i}`,
      at: rect(6, y + 4, 46, 44),
      draw: (pen, { pressed }) => {
        const liked = this.liked.has(i)
        pen.faded(pressed ? 0.4 : 1, () => {
          drawSign(pen, 'heart', 22, 22, liked ? '#f0384f' : COLORS.text, 1.2)
          if (liked)
            pen.moved(22, 22, (at) =>
              at.shape(
                'M0 9C-7 4 -10 0.6 -10 -3.4C-10 -8 -4 -11 0 -5.4C4 -11 10 -8 10 -3.4C10 0.6 7 4 0 9Z',
                '#f0384f',
              ),
            )
        })
      },
      tap: () => {
        if (!this.liked.delete(i)) this.liked.add(i)
      },
    }
  }

  private grid(stage: Stage, top: number, seeds: readonly number[]): { pieces: Piece[]; length: number } {
    const side = (stage.width - 4) / 3
    const pieces = seeds.map((seed, i): Piece => {
      const at = rect((i % 3) * (side + 2), top + Math.floor(i / 3) * (side + 2), side, side)
      return { at, draw: (pen) => drawPicture(pen, rect(0, 0, side, side), seed) }
    })
    return { pieces, length: top + Math.ceil(seeds.length / 3) * (side + 2) }
  }

  private news(stage: Stage): { pieces: Piece[]; length: number } {
    const deeds = [
      'liked your photo',
      'started following you',
      'mentioned you',
      'commented: lovely light',
    ] as const
    const pieces = Array.from({ length: 14 }, (_, i): Piece => {
      const name = this.handles[i % this.handles.length] ?? ''
      return {
        at: rect(0, i * 64, stage.width, 64),
        draw: (pen) => {
          pen.moved(16, 10, (at) => initialsPlate(name, PLATES[i % PLATES.length] ?? PLATES[0]).draw(at))
          pen.text(name, 72, 23, { size: 15.5, weight: 'bold', color: COLORS.text })
          pen.text(`${deeds[i % deeds.length] ?? ''}, ${i + 1} h`, 72, 43, {
            size: 14,
            color: COLORS.quiet,
            maxWidth: stage.width - 140,
          })
          drawPicture(pen, rect(stage.width - 58, 11, 42, 42), this.pictures[i] ?? i)
        },
      }
    })
    return { pieces, length: 14 * 64 }
  }

  private profile(stage: Stage): { pieces: Piece[]; length: number } {
    const counts = [
      ['12', 'posts'],
      ['348', 'followers'],
      ['201', 'following'],
    ] as const
    const head: Piece = {
      at: rect(0, 0, stage.width, 160),
      draw: (pen) => {
        pen.moved(18, 18, (at) => initialsPlate(this.system.name, '#e8566a', 78).draw(at))
        counts.forEach(([count, label], i) => {
          const x = 118 + (i + 0.5) * ((stage.width - 130) / 3)
          pen.text(count, x, 48, { size: 19, weight: 'bold', align: 'center', color: COLORS.text })
          pen.text(label, x, 70, { size: 13.5, align: 'center', color: COLORS.quiet })
        })
        pen.text(accountName(this.system), 18, 116, { size: 16, weight: 'bold', color: COLORS.text })
        pen.text('Pictures from the wall', 18, 138, { size: 14.5, color: COLORS.quiet })
      },
    }
    const { pieces, length } = this.grid(stage, 160, this.pictures.slice(10, 22))
    return { pieces: [head, ...pieces], length }
  }
}

function drawStory(pen: Pen, x: number, name: string, color: string): void {
  pen.ring(x, 42, 32, '#f4725f', 2.4)
  pen.moved(x - 28, 14, (at) => initialsPlate(name, color, 56).draw(at))
  pen.text(name, x, 89, { size: 11.5, align: 'center', color: COLORS.text, maxWidth: 72 })
}
