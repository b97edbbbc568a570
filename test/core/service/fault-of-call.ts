import { faultOf, type Fault } from '../../../src-shared/protocol/fault'

/** The fault that a promise ends in. @throws Error when it ends well */
export async function faultOfCall(call: Promise<unknown>): Promise<Fault> {
  try {
    await call
  } catch (thrown) {
    return faultOf(thrown)
  }
  throw new Error('it did not fail')
}
