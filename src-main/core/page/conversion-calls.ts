import type { CallHandlers } from '../../../src-shared/bridge/contract'
import type { Conversions } from '../recordings/conversions'

type ConversionCalls = Pick<
  CallHandlers,
  | 'conversions.list'
  | 'conversions.start'
  | 'conversions.read'
  | 'conversions.write'
  | 'conversions.finish'
  | 'conversions.cancel'
>

/** Answers the calls about converting recordings. */
export function createConversionCalls(conversions: Conversions): ConversionCalls {
  return {
    'conversions.list': async () => ({ recordings: await conversions.list() }),
    'conversions.start': ({ recording, format }) => conversions.start(recording, format),
    'conversions.read': ({ id }) => conversions.read(id),
    async 'conversions.write'({ id, at, base64 }) {
      await conversions.write(id, at, base64)
    },
    'conversions.finish': ({ id }) => conversions.finish(id),
    async 'conversions.cancel'({ id }) {
      await conversions.cancel(id)
    },
  }
}
