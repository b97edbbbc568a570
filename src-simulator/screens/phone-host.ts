import type { HandsetSpec } from './handset'
import type { FromThread, PhoneAnswer, PhoneCommand, ToThread } from './protocol'
import { Phone } from './phone'
import { Screen } from './screen'

type Send = (message: FromThread, transfer: ArrayBuffer[]) => void

/** No phone draws more often than this. */
const MOST_FPS = 30

const textOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))

/**
 * All phones of one thread. It carries out commands and draws phones that have a viewer. An exception affects only its
 * own phone.
 */
export class PhoneHost {
  private readonly shown = new Map<number, ShownPhone>()

  constructor(private readonly send: Send) {}

  take({ phone: id, ticket, command }: ToThread): void {
    try {
      const answer = this.carryOut(id, command, ticket !== undefined)
      if (ticket !== undefined)
        this.send({ ticket, answer }, answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : [])
    } catch (fault) {
      if (ticket === undefined) this.send({ phone: id, defect: textOf(fault) }, [])
      else this.send({ ticket, fault: textOf(fault) }, [])
    }
  }

  private carryOut(id: number, command: PhoneCommand, isQuestion: boolean): PhoneAnswer {
    if (command.do === 'create') {
      const shown = new ShownPhone(command.spec, {
        frame: (frame) => this.send({ phone: id, frame }, [frame.buffer]),
        defect: (fault) => this.send({ phone: id, defect: textOf(fault) }, []),
      })
      this.shown.set(id, shown)
      return null
    }
    const shown = this.shown.get(id)
    if (shown === undefined) {
      if (isQuestion) throw new Error('This phone is closed')
      return null
    }
    if (command.do === 'close') this.shown.delete(id)
    return shown.carryOut(command)
  }
}

interface Line {
  frame(frame: Uint8Array<ArrayBuffer>): void
  /** An error that no request waits for. */
  defect(fault: unknown): void
}

/** A phone with its screen: when to draw, and for whom. When an app throws, the phone goes back to its home screen. */
class ShownPhone {
  private screen: Screen | null = null
  private gapMs = 0
  private lastFrame = 0
  private inFlight = false
  private owed = false
  private timer: NodeJS.Timeout | null = null

  private readonly phone: Phone

  constructor(
    spec: HandsetSpec,
    private readonly line: Line,
  ) {
    this.phone = new Phone(
      spec,
      () => Date.now(),
      () => this.plan(),
    )
  }

  /** @throws what an app threw */
  carryOut(command: PhoneCommand): PhoneAnswer {
    try {
      return this.obey(command)
    } catch (fault) {
      this.restart()
      throw fault
    }
  }

  private obey(command: PhoneCommand): PhoneAnswer {
    switch (command.do) {
      case 'watch':
        this.owed = this.owed || (this.gapMs === 0 && command.maxFps > 0)
        this.gapMs = command.maxFps > 0 ? 1000 / Math.min(MOST_FPS, command.maxFps) : 0
        break
      case 'frameTaken':
        this.inFlight = false
        break
      case 'snapshot': {
        const picture = this.picture()
        this.plan()
        return picture
      }
      case 'close':
        this.gapMs = 0
        break
      default: {
        const answer = this.phone.carryOut(command)
        this.plan()
        return answer
      }
    }
    this.plan()
    return null
  }

  /** Sets the timer for the next frame, if one is due and the phone has a viewer. */
  private plan(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    if (this.gapMs === 0 || this.inFlight) return
    const wake = this.owed ? 0 : this.phone.nextChange()
    if (wake === Infinity) return
    const now = Date.now()
    const wait = Math.max(0, wake - now, this.lastFrame + this.gapMs - now)
    this.timer = setTimeout(() => this.show(), Math.min(wait, 2 ** 30))
  }

  private show(): void {
    this.timer = null
    try {
      const changed = this.phone.advance()
      if (changed || this.owed) this.showNow()
      this.plan()
    } catch (fault) {
      // No sooner than the next frame, should the home screen throw as well.
      this.lastFrame = Date.now()
      this.restart()
      this.line.defect(fault)
    }
  }

  private showNow(): void {
    this.lastFrame = Date.now()
    const frame = this.draw()
    this.owed = false
    this.inFlight = true
    this.line.frame(frame)
  }

  /** The screen; the home screen when what was in front throws. @throws what the home screen threw */
  private picture(): Uint8Array<ArrayBuffer> {
    try {
      return this.draw()
    } catch (fault) {
      this.restart()
      this.line.defect(fault)
      return this.draw()
    }
  }

  /** With another canvas, because the exception may have left this one in the middle of a drawing. */
  private restart(): void {
    this.screen = null
    this.phone.restart()
    this.plan()
  }

  private draw(): Uint8Array<ArrayBuffer> {
    // A change that a screenshot finds first is news to those who watch all the same.
    if (this.phone.advance()) this.owed = true
    this.screen ??= new Screen(this.phone.spec.snapshot, this.phone.scale)
    const area = this.phone.takeDirty()
    if (area !== null) this.screen.paint(area, (pen) => this.phone.draw(pen))
    return this.screen.encode()
  }
}
