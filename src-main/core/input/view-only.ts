import { FaultError } from '../../../src-shared/protocol/fault'

/** Whether the person has locked a phone: nothing may act on it, by hand or by a program. */
export type IsViewOnly = (publicId: string) => boolean

/** For a fleet that no person uses. */
export const noneIsViewOnly: IsViewOnly = () => false

/** Call this before anything that acts on a phone. @throws FaultError `view-only` */
export function assertNotViewOnly(isViewOnly: IsViewOnly, publicId: string): void {
  if (isViewOnly(publicId)) throw new FaultError({ kind: 'view-only' })
}
