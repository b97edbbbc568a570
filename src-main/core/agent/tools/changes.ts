import type { AtPhone } from '../on-phone'
import { headOf, unlessPaused } from '../on-phone'
import { markedLines } from '../screen-text'
import type { SeenLine } from '../screen-views'
import { named, type ToolAnswer, type ToolCall } from '../tool'

const stillWithinMs = 3000
const mostLines = 60
// More are another screen, and what it was does not matter.
const mostGoneTold = 12

/** What an input changed on a screen. */
export interface ScreenChange {
  /** Whether a frame came that differs. */
  hasChanged: boolean
  /** Whether the screen stood still within 3 s. */
  isStill: boolean
  appeared: readonly SeenLine[]
  gone: readonly SeenLine[]
}

/** The lines whose text is not among others; each of these accounts for one. */
function without(lines: readonly SeenLine[], others: readonly SeenLine[]): SeenLine[] {
  const left = new Map<string, number>()
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1)
  return lines
    .filter(({ text }) => {
      const count = left.get(text) ?? 0
      left.set(text, count - 1)
      return count <= 0
    })
    .slice(0, mostLines)
}

/** Does an input once no person uses the phone, waits until the screen stands still, and finds what changed. Nothing is read before the input. */
export async function changing(
  call: ToolCall,
  { phone, eyes, stop, endedBy }: AtPhone,
  input: (at: AtPhone) => Promise<unknown>,
): Promise<ScreenChange> {
  const { fleet, views } = call
  // What a person has changed is no change of this input.
  const once = async (until: AbortSignal) => {
    const at = endedBy(until)
    const frame = await at.eyes.frame()
    try {
      await input(at)
    } catch (thrown) {
      if (until.aborted && thrown === until.reason) call.hasNotActed()
      throw thrown
    }
    return frame
  }
  const before = await unlessPaused(call, stop, (until) => fleet.untouched(phone.publicId, until, once))
  const isStill = await eyes.rest(stillWithinMs)
  const { frame: after } = phone.screen
  if (!after || after.number === before.number) return { hasChanged: false, isStill, appeared: [], gone: [] }
  const [was, is] = await Promise.all([before, after].map(({ jpeg }) => eyes.pictures.readText(jpeg)))
  const linesBefore = views.linesIn(phone.publicId, was ?? [], before.size)
  const linesAfter = views.linesIn(phone.publicId, is ?? [], after.size)
  return {
    hasChanged: true,
    isStill,
    appeared: without(linesAfter, linesBefore),
    gone: without(linesBefore, linesAfter),
  }
}

/** Answers what an input did. @param did a sentence without its subject: `tapped "OK"` */
export function answerOfChange(
  call: ToolCall,
  { phone }: AtPhone,
  did: string,
  { hasChanged, isStill, appeared, gone }: ScreenChange,
): ToolAnswer {
  const size = phone.screen.lastFrame?.size
  const parts = [`${headOf(call, phone)}: ${did}.`]
  if (!hasChanged) parts.push('The screen did not change.')
  else if (appeared.length + gone.length === 0) parts.push('The screen changed, its text did not.')
  if (!isStill) parts.push('The screen still moves.')
  if (appeared.length > 0) parts.push(`Appeared:\n${markedLines(phone.publicId, appeared)}`)
  if (gone.length > mostGoneTold) parts.push(`${gone.length} lines of text are gone.`)
  else if (gone.length > 0) parts.push(`Gone:\n${markedLines(phone.publicId, gone)}`)
  return {
    text: parts.join('\n'),
    data: {
      phone: named(call, phone),
      changed: hasChanged,
      still: isStill,
      ...(size ? { picture: call.views.spaceOf(phone.publicId, size) } : {}),
      appeared,
      gone,
    },
  }
}
