import { rect } from '../geometry'
import { COLORS } from '../palette'
import { Random } from '../../random'
import type { Pane, Scene, Stage } from '../scene'
import { Scroller } from '../scroller'
import type { System } from '../system'
import { TextField } from '../text-field'
import { Keyboard, keyboardHeight } from '../widgets/keyboard'
import { ListScene } from '../widgets/list-scene'
import { NAV_HEIGHT, navBarPane, type NavBar } from '../widgets/nav-bar'
import { TextBlock } from '../widgets/text-block'

const SAMPLES = [
  'Shopping\nCoffee, oat milk, lemons, bread, olives, a bar of dark chocolate',
  'Ideas for the weekend\nWalk along the river, the small museum by the station, then soup',
  'Release checklist\nTags\nChange log\nTwo phones of each size\nTell everyone',
  'Books\nThe one about tides. Something on maps. Ask for a good cookbook',
  'Packing list\nCharger, adapter, rain jacket, notebook, pens',
  'Meeting\nWhat went well: the wall came up at once. What to change: nothing to wait for',
  'Recipe: lentil soup\nOnions, carrots, cumin, lentils, lemon at the end',
  'Garden\nTomatoes in May, beans in June, never again so many courgettes',
  'Quotes\nMake it work, make it right, make it small',
] as const

interface Note {
  key: string
  field: TextField
  when: string
}

const MARGIN = 20

/** The Notes app: a list of notes, each one a text that can be edited. */
export class Notes {
  readonly root: Scene
  private readonly notes: Note[]
  private made = 0

  constructor(private readonly system: System) {
    const random = new Random(system.seed, 'notes')
    const days = ['Today', 'Yesterday', 'Monday', 'Last week', '3 May', '19 April'] as const
    this.notes = random
      .shuffled(SAMPLES)
      .slice(0, 6)
      .map((text, i) => this.note(text, days[i] ?? 'Earlier'))
    this.root = new ListScene(
      () => ({ title: 'Notes', action: { sign: 'compose', tap: () => this.compose() } }),
      () => [
        {
          rows: this.notes.map((note) => ({
            key: note.key,
            title: titleOf(note),
            subtitle: `${note.when}  ${bodyOf(note)}`,
            tap: () => system.push(new NoteScene(note, system)),
          })),
        },
      ],
      () => system.now(),
    )
  }

  private compose(): void {
    const note = this.note('', 'Today')
    this.notes.unshift(note)
    const scene = new NoteScene(note, this.system)
    scene.focus()
    this.system.push(scene)
  }

  private note(text: string, when: string): Note {
    return { key: `note ${++this.made}`, field: new TextField(text, true), when }
  }
}

const titleOf = (note: Note): string => note.field.text.split('\n')[0]?.trim() || 'New note'
const bodyOf = (note: Note): string => note.field.text.split('\n').slice(1).join(' ').trim() || 'No more text'

/** One note, open. */
class NoteScene implements Scene {
  private readonly scroller = new Scroller()
  private readonly keyboard: Keyboard
  private focused = false
  private seenCaret = -1

  constructor(
    private readonly note: Note,
    private readonly system: System,
  ) {
    this.keyboard = new Keyboard(
      () => note.field,
      () => note.field.type('\n'),
    )
  }

  ink(): string {
    return COLORS.text
  }

  field(): TextField | null {
    return this.focused ? this.note.field : null
  }

  focus(): void {
    this.focused = true
  }

  unfocus(): void {
    this.focused = false
    this.system.redraw()
  }

  mainScroll(): Scroller {
    return this.scroller
  }

  panes(stage: Stage): Pane[] {
    const { field } = this.note
    const block = new TextBlock(field.text, stage.width - MARGIN * 2, { size: 17.5, titled: true })
    field.lines = block
    const below = this.focused ? keyboardHeight(stage) : stage.bottom
    const frame = rect(0, stage.top + NAV_HEIGHT, stage.width, stage.height - stage.top - NAV_HEIGHT - below)
    const textTop = 34
    this.followCaret(block, textTop, frame.h, stage.now)
    const bar: NavBar = { title: '', back: { label: 'Notes', tap: () => this.system.pop() } }
    if (this.focused) bar.action = { label: 'Done', tap: () => this.unfocus() }
    const panes: Pane[] = [
      {
        key: 'ground',
        frame: rect(0, 0, stage.width, stage.height),
        pieces: [],
        backdrop: (pen) => pen.fill(rect(0, 0, stage.width, stage.height), '#fffdf7'),
      },
      {
        key: 'text',
        frame,
        scroll: { by: this.scroller, axis: 'y', content: block.height + textTop + 40 },
        pieces: [
          {
            at: rect(0, 0, stage.width, 30),
            draw: (pen) =>
              pen.text(this.note.when, stage.width / 2, 14, {
                size: 13,
                align: 'center',
                color: COLORS.quiet,
              }),
          },
          {
            at: rect(0, 0, stage.width, Math.max(frame.h, block.height + textTop + 40)),
            draw: (pen) =>
              pen.moved(MARGIN, textTop, (text) => {
                block.draw(text)
                if (this.focused) block.drawCaret(text, field)
              }),
            tap: (point) => {
              this.focus()
              field.place(block.indexAt({ x: point.x - MARGIN, y: point.y - textTop }))
            },
            hold: (point) => {
              this.focus()
              field.selectWord(block.indexAt({ x: point.x - MARGIN, y: point.y - textTop }))
            },
          },
        ],
      },
      navBarPane(stage, bar),
    ]
    if (this.focused) panes.push(this.keyboard.pane(stage))
    return panes
  }

  /** Whenever the caret has moved, it is brought into view. */
  private followCaret(block: TextBlock, top: number, height: number, now: number): void {
    const { caret } = this.note.field
    if (!this.focused || caret === this.seenCaret) return
    this.seenCaret = caret
    const line = block.caretRect(caret)
    this.scroller.fit(block.height + top + 40, height, now)
    this.scroller.reveal(line.y + top - 8, line.y + top + line.h + 12, now)
  }
}
