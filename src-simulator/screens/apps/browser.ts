import { rect } from '../geometry'
import { COLORS } from '../palette'
import { drawPicture } from '../picture'
import { Random } from '../../random'
import type { Pane, Piece, Scene, Stage } from '../scene'
import { Scroller } from '../scroller'
import { drawSign } from '../signs'
import type { System } from '../system'
import { TextField } from '../text-field'
import { Keyboard } from '../widgets/keyboard'
import { lineFieldPiece } from '../widgets/line-field'
import { TextBlock } from '../widgets/text-block'

const BAR_HEIGHT = 56
const START = 'https://start.example/'
const TOPICS = [
  'Field notes',
  'What we learnt this week',
  'A small guide',
  'Behind the scenes',
  'Questions and answers',
] as const
const SENTENCES = [
  'Most things get better when they are looked at twice.',
  'The first version was small enough to hold in one hand.',
  'Nobody had asked for it, and then everybody did.',
  'It takes a while until a tool is quiet enough to be forgotten.',
  'We measured, changed one thing, and measured again.',
  'A good map leaves out almost everything.',
  'What is shown on the screen is drawn on this machine and comes from nowhere else.',
] as const

/** A typed address as a whole one. */
function completeAddress(typed: string): string {
  const text = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text
  return /^\S+\.\S+$/.test(text) ? `https://${text}` : `https://search.example/?q=${encodeURIComponent(text)}`
}

function hostOf(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(address)?.[1] || address
}

/** The Browser app: an address bar, and a page drawn for the address. */
export class BrowserScene implements Scene {
  private readonly address = new TextField(START)
  private readonly keyboard: Keyboard
  private scroller = new Scroller()
  private url = START
  private focused = false

  constructor(private readonly system: System) {
    this.keyboard = new Keyboard(
      () => this.address,
      () => this.submit(),
      'go',
    )
  }

  ink(): string {
    return COLORS.text
  }

  field(): TextField | null {
    return this.focused ? this.address : null
  }

  unfocus(): void {
    this.focused = false
    this.address.text = this.url
    this.system.redraw()
  }

  submit(): void {
    if (this.address.text.trim() !== '') this.show(completeAddress(this.address.text))
    else this.unfocus()
  }

  mainScroll(): Scroller {
    return this.scroller
  }

  show(url: string): void {
    this.url = url
    this.address.text = url
    this.focused = false
    this.scroller = new Scroller()
    this.system.redraw()
  }

  panes(stage: Stage): Pane[] {
    const top = stage.top + BAR_HEIGHT
    const frame = rect(0, top, stage.width, stage.height - top)
    const { pieces, length } = this.page(stage)
    const panes: Pane[] = [
      {
        key: 'page',
        frame,
        scroll: { by: this.scroller, axis: 'y', content: length + stage.bottom },
        pieces: [...pieces],
        backdrop: (pen) => pen.fill(rect(0, 0, frame.w, frame.h), COLORS.paper),
      },
      this.addressBar(stage),
    ]
    if (this.focused) panes.push(this.keyboard.pane(stage))
    return panes
  }

  private addressBar(stage: Stage): Pane {
    const height = stage.top + BAR_HEIGHT
    const width = stage.width
    const at = rect(12, stage.top + 8, width - 24, 40)
    const field = lineFieldPiece(this.address, at, {
      placeholder: 'Address or search',
      focused: this.focused,
      fill: '#e4e6ec',
      focus: () => {
        this.focused = true
        this.address.selectAll()
      },
    })
    const idle: Piece = {
      ...field,
      draw: (pen, { pressed }) => {
        pen.fill(rect(0, 0, at.w, at.h), pressed ? '#d3d6de' : '#e4e6ec', 20)
        drawSign(pen, 'lock', 22, at.h / 2, COLORS.quiet, 0.62)
        drawSign(pen, 'reload', at.w - 22, at.h / 2, COLORS.quiet, 0.8)
        pen.text(this.url, 38, at.h / 2, { size: 16, color: COLORS.text, maxWidth: at.w - 80 })
      },
    }
    return {
      key: 'address',
      frame: rect(0, 0, width, height),
      pieces: [this.focused ? field : idle],
      backdrop: (pen) => {
        pen.fill(rect(0, 0, width, height), '#f4f5f8')
        pen.rule(0, height - 0.5, width, COLORS.rule)
      },
    }
  }

  private page(stage: Stage): { pieces: Piece[]; length: number } {
    const host = hostOf(this.url)
    const random = new Random(
      [...this.url].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7),
      'page',
    )
    const hue = random.whole(0, 360)
    const width = stage.width - 40
    const pieces: Piece[] = []
    let y = 0
    const add = (h: number, draw: Piece['draw']): void => {
      pieces.push({ at: rect(0, y, stage.width, h), draw })
      y += h
    }
    add(150, (pen) => {
      pen.fill(
        rect(0, 0, stage.width, 150),
        pen.gradient([0, 0], [stage.width, 150], `hsl(${hue} 62% 42%)`, `hsl(${hue + 50} 68% 56%)`),
      )
      pen.text(host, 20, 66, { size: 29, weight: 'bold', color: '#ffffff', maxWidth: width })
      pen.text(this.url, 20, 100, { size: 14, color: 'rgb(255 255 255 / 0.85)', maxWidth: width })
    })
    for (let i = 0; i < 4; i++) {
      const picture = random.whole(0, 2 ** 31)
      const heading = random.shuffled(TOPICS)[i] ?? host
      const block = new TextBlock(random.shuffled(SENTENCES).slice(0, 4).join(' '), width, {
        size: 16,
        color: '#3d414c',
      })
      add(60, (pen) =>
        pen.text(heading, 20, 38, { size: 21, weight: 'bold', color: COLORS.text, maxWidth: width }),
      )
      if (i % 2 === 0)
        add(180, (pen) =>
          pen.within(rect(20, 4, width, 168), () => drawPicture(pen, rect(20, 4, width, 168), picture), 12),
        )
      add(block.height + 14, (pen) => pen.moved(20, 4, (text) => block.draw(text)))
    }
    add(50, (pen) =>
      pen.text(`End of ${host}`, stage.width / 2, 24, {
        size: 13,
        align: 'center',
        color: COLORS.quiet,
        maxWidth: width,
      }),
    )
    return { pieces, length: y }
  }
}
