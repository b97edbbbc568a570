import { z } from 'zod'
import { phone, screenText } from './inputs'
import { headOf, lookingAt, unlessPaused, type AtPhone } from '../on-phone'
import { soughtText } from './sought-text'
import { named, tool } from '../tool'

const longestS = 120
const seconds = z.number().min(0.5).max(longestS)

export const waitFor = tool({
  title: 'Wait for the screen',
  about:
    'Waits until a text appears on the screen, until it is gone, or until the screen stands still. Answers whether that was so in time: `met`.',
  input: z
    .strictObject({
      phone,
      text: screenText.optional(),
      gone: z.boolean().default(false).describe('Waits until the text is gone.'),
      still_seconds: seconds.optional().describe('Waits until the screen has not changed for so long.'),
      timeout_seconds: seconds.default(10),
    })
    .refine(
      ({ text, still_seconds: still }) => (text === undefined) !== (still === undefined),
      'either text or still_seconds is needed',
    )
    .refine(({ text, gone }) => !gone || text !== undefined, 'gone belongs to text'),
  async run({ phone: wanted, text, gone, still_seconds: still, timeout_seconds: timeout }, call) {
    const { clock } = call.fleet
    const from = clock.monotonic()
    const look = async (at: AtPhone) => {
      // The wait for a place is a part of it.
      const withinMs = Math.max(0, from + timeout * 1000 - clock.monotonic())
      const awaited = { text, gone, stillMs: (still ?? 0) * 1000, withinMs }
      const isMet = await unlessPaused(call, at.stop, (until) => met(at.endedBy(until), awaited))
      const waited = Math.round(clock.monotonic() - from) / 1000
      const [what, whatNot] =
        text === undefined
          ? [`the screen stood still for ${still} s`, `the screen did not stand still for ${still} s`]
          : gone
            ? [`"${text}" went`, `"${text}" did not go`]
            : [`"${text}" appeared`, `"${text}" did not appear`]
      const said = isMet ? `${what} after ${waited} s` : `${whatNot} within ${timeout} s`
      return {
        text: `${headOf(call, at.phone)}: ${said}.`,
        data: { phone: named(call, at.phone), met: isMet, waited_seconds: waited },
      }
    }
    return lookingAt(call, call.phone(wanted), look, timeout * 1000)
  },
})

interface Awaited {
  text: string | undefined
  gone: boolean
  stillMs: number
  withinMs: number
}

function met(
  { phone: one, eyes, stop }: AtPhone,
  { text, gone, stillMs, withinMs }: Awaited,
): Promise<boolean> {
  if (text === undefined) return one.screen.untilStill(withinMs, stop, stillMs)
  const sought = soughtText(eyes, text)
  return gone
    ? eyes.untilGone(sought, withinMs)
    : eyes.until(sought, withinMs).then((found) => found !== null)
}
