import { rect } from '../geometry'
import { COLORS } from '../palette'
import { Random } from '../../random'
import type { Pane, Piece, Scene, Stage } from '../scene'
import { Scroller } from '../scroller'
import { drawSign } from '../signs'
import type { System } from '../system'
import { TextField } from '../text-field'
import { Keyboard, keyboardHeight } from '../widgets/keyboard'
import { lineFieldPiece } from '../widgets/line-field'
import { NAV_HEIGHT, navBarPane } from '../widgets/nav-bar'
import { TextBlock } from '../widgets/text-block'

export interface Message {
  mine: boolean
  text: string
  /** Seen from this time on; 0 for old ones. */
  at: number
}

/** A conversation with someone who answers. */
export interface Conversation {
  key: string
  name: string
  color: string
  messages: Message[]
}

const REPLIES: readonly string[] = [
  'Sounds good!',
  'Let me look and get back to you',
  'Ha, exactly',
  'On my way',
  'Thanks, that helps a lot',
  'Can you send me a picture?',
  'Perfect, see you then',
]
const REPLY_MS = 1600
const BAR_HEIGHT = 52

/** The last message that is there at a time. */
export function lastMessage(conversation: Conversation, now: number): Message | undefined {
  return conversation.messages.findLast((message) => message.at <= now)
}

/** One conversation: bubbles, a field to type in, a button to send. */
export class ChatScene implements Scene {
  private readonly scroller = new Scroller()
  private readonly draft = new TextField()
  private readonly keyboard: Keyboard
  private readonly random: Random
  private focused = false
  private seen = -1

  constructor(
    private readonly conversation: Conversation,
    private readonly system: System,
    private readonly backLabel: string,
    private readonly tint: string = COLORS.accent,
  ) {
    this.random = new Random(system.seed, conversation.name)
    this.keyboard = new Keyboard(
      () => this.draft,
      () => this.submit(),
      'send',
    )
  }

  ink(): string {
    return COLORS.text
  }

  field(): TextField | null {
    return this.focused ? this.draft : null
  }

  unfocus(): void {
    this.focused = false
    this.system.redraw()
  }

  mainScroll(): Scroller {
    return this.scroller
  }

  /** Sends what is in the field; after a moment there is an answer. */
  submit(): void {
    const text = this.draft.text.trim()
    if (text === '') return
    const now = this.system.now()
    this.conversation.messages.push({ mine: true, text, at: now })
    this.conversation.messages.push({ mine: false, text: this.random.pick(REPLIES), at: now + REPLY_MS })
    this.draft.text = ''
    this.system.redraw()
  }

  panes(stage: Stage): Pane[] {
    const below = this.focused ? keyboardHeight(stage) : stage.bottom
    const barTop = stage.height - below - BAR_HEIGHT
    const top = stage.top + NAV_HEIGHT
    const frame = rect(0, top, stage.width, barTop - top)
    const { pieces, length, count } = this.bubbles(stage)
    const content = Math.max(frame.h, length)
    for (const piece of pieces) piece.at.y += content - length
    this.followEnd(count + (this.focused ? 0.5 : 0), content, frame.h, stage.now)
    const panes: Pane[] = [
      {
        key: 'ground',
        frame: rect(0, 0, stage.width, stage.height),
        pieces: [],
        backdrop: (pen) => pen.fill(rect(0, 0, stage.width, stage.height), COLORS.paper),
      },
      {
        key: 'bubbles',
        frame,
        scroll: { by: this.scroller, axis: 'y', content },
        pieces: [...pieces, this.arrival(frame.w, content)],
      },
      this.inputBar(stage, barTop),
      navBarPane(stage, {
        title: this.conversation.name,
        back: { label: this.backLabel, tap: () => this.system.pop() },
        raised: true,
      }),
    ]
    if (this.focused) panes.push(this.keyboard.pane(stage))
    return panes
  }

  private bubbles(stage: Stage): { pieces: Piece[]; length: number; count: number } {
    const widest = stage.width * 0.7
    let y = 14
    const shown = this.conversation.messages.filter((message) => message.at <= stage.now)
    const pieces = shown.map((message, i): Piece => {
      const follows = shown[i + 1]?.mine === message.mine
      const block = new TextBlock(message.text, widest, {
        size: 16.5,
        color: message.mine ? '#ffffff' : COLORS.text,
      })
      const w = block.reach + 28
      const at = rect(message.mine ? stage.width - w - 14 : 14, y, w, block.height + 14)
      y += at.h + (follows ? 4 : 12)
      return {
        at,
        draw: (pen) => {
          pen.fill(rect(0, 0, at.w, at.h), message.mine ? this.tint : '#e7e8ed', 18)
          pen.moved(14, 7, (text) => block.draw(text))
        },
      }
    })
    if (this.conversation.messages.length > shown.length) {
      pieces.push(typing(y))
      y += 46
    }
    return { pieces, length: y + 6, count: pieces.length }
  }

  /** Has the whole pane drawn again when a message comes in. */
  private arrival(w: number, content: number): Piece {
    const { messages } = this.conversation
    return {
      at: rect(0, 0, w, content),
      draw: () => undefined,
      nextChange: (after) => messages.find((message) => message.at > after)?.at ?? null,
    }
  }

  private inputBar(stage: Stage, top: number): Pane {
    const width = stage.width
    const filled = this.draft.length > 0
    return {
      key: 'input',
      frame: rect(0, top, width, BAR_HEIGHT),
      backdrop: (pen) => {
        pen.fill(rect(0, 0, width, BAR_HEIGHT), COLORS.bar)
        pen.rule(0, 0, width, COLORS.rule)
      },
      pieces: [
        lineFieldPiece(this.draft, rect(14, 8, width - 72, 36), {
          placeholder: 'Message',
          focused: this.focused,
          fill: '#e9eaef',
          focus: () => {
            this.focused = true
          },
        }),
        {
          key: 'send',
          at: rect(width - 54, 0, 54, BAR_HEIGHT),
          draw: (pen, { pressed }) => {
            pen.circle(26, BAR_HEIGHT / 2, 17, filled ? (pressed ? COLORS.faint : this.tint) : '#c8ccd5')
            drawSign(pen, 'send', 26, BAR_HEIGHT / 2, '#ffffff', 0.95)
          },
          tap: () => this.submit(),
        },
      ],
    }
  }

  private followEnd(mark: number, content: number, height: number, now: number): void {
    if (mark === this.seen) return
    this.scroller.fit(content, height, now)
    if (this.seen < 0) this.scroller.jump(content)
    else this.scroller.reveal(content - 10, content, now)
    this.seen = mark
  }
}

function typing(y: number): Piece {
  return {
    at: rect(14, y, 64, 36),
    draw: (pen) => {
      pen.fill(rect(0, 0, 64, 36), '#e7e8ed', 18)
      for (const [i, x] of [20, 32, 44].entries())
        pen.circle(x, 18, 4, ['#9a9fac', '#b0b4bf', '#c6c9d1'][i] ?? COLORS.faint)
    },
  }
}
