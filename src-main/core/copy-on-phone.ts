import type { CallResults } from '../../src-shared/bridge/contract'
import type { Action } from '../../src-shared/protocol/action'
import { faultOf } from '../../src-shared/protocol/fault'
import type { ActOnPhone } from './act-on-phone'
import type { Act, PhoneLines } from './phone-lines'

/**
 * One action that has a phone copy something, and directly behind it, before anything else that is done on the phone, what its
 * clipboard then holds: of what is not copied nothing is fetched.
 * @param copy does it, in the phone's line
 * @param act does what is fetched
 * @returns when it was copied, and what was fetched or why that is not known
 */
export function copyOnPhone(
  lines: Pick<PhoneLines, 'act'>,
  copy: ActOnPhone,
  act: Act,
  publicId: string,
  action: Action,
): { copied: Promise<unknown>; fetched: Promise<CallResults['device.copy']> } {
  const copied = copy(publicId, action)
  const fetched = lines
    .act(publicId, { type: 'clipboard_get' }, { by: (...asked) => copied.then(() => act(...asked)) })
    .then(
      ({ result }) => ({ text: String(result['clipboard']) }),
      (thrown: unknown) => ({ fault: faultOf(thrown) }),
    )
  return { copied, fetched }
}
