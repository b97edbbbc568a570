import { describe, expect, it } from 'vitest'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import { askPhones, type Answer } from '../../../../src-renderer/features/actions/ask-phones'

const offline: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: '' }

describe('askPhones', () => {
  const ids = Array.from({ length: 10 }, (_, index) => `p${index}`)

  it('asks a few phones at once and reports each answer', async () => {
    let underWay = 0
    let most = 0
    const answers = new Map<string, Answer>()
    const call = async (_: string, params: unknown) => {
      const { publicId } = params as { publicId: string }
      most = Math.max(most, ++underWay)
      await Promise.resolve()
      underWay -= 1
      if (publicId === 'p3') throw new FaultError(offline)
      return { result: { ip: `ip of ${publicId}` } } as never
    }
    const tell = (publicId: string, answer: Answer) => void answers.set(publicId, answer)
    await askPhones({ call }, ids, { type: 'device_ip' }, tell, () => true)
    expect([...answers.keys()].toSorted()).toEqual(ids)
    expect(answers.get('p2')).toEqual({ text: 'ip of p2' })
    expect(answers.get('p3')).toEqual({ fault: offline })
    expect(most).toBe(4)
  })

  it('stops once the answers are not wanted', async () => {
    let asked = 0
    const call = () => {
      asked += 1
      return Promise.resolve({ result: { clipboard: '' } } as never)
    }
    await askPhones(
      { call },
      ids,
      { type: 'clipboard_get' },
      () => undefined,
      () => asked < 2,
    )
    expect(asked).toBe(2)
  })
})
