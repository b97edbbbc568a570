import { beforeEach, describe, expect, it } from 'vitest'
import { createKeyringVault, type Keychain } from '../../../src-main/core/saved-fleets/keyring-vault'
import { createLog } from '../../../src-main/core/base/log'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

/** A keychain whose person answers when the test does. */
function promptedKeychain() {
  const kept = new Map<string, string>()
  const calls: string[] = []
  let answerNext: ((fails?: Error) => void)[] = []
  let answersItself = true

  const call = <Result>(name: string, account: string, run: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      calls.push(`${name} ${account}`)
      const answer = (fails?: Error) => (fails ? reject(fails) : resolve(run()))
      if (answersItself) answer()
      else answerNext.push(answer)
    })
  const known: Keychain = {
    getPassword: (_, account) => call('get', account, () => kept.get(account) ?? null),
    setPassword: (_, account, key) => call('set', account, () => void kept.set(account, key)),
    deletePassword: (_, account) => call('delete', account, () => kept.delete(account)),
  }
  const keychain = new Proxy(known, {
    get(target, name) {
      if (name in target) return target[name as keyof Keychain]
      if (name !== 'then') throw new Error(`${String(name)} is never asked of a keychain`)
      return undefined
    },
  })
  return {
    keychain,
    kept,
    calls,
    /** From now on it asks the person first. */
    asks: () => (answersItself = false),
    answers: (fails?: Error) => {
      const [answer, ...others] = answerNext
      answerNext = others
      if (!answer) throw new Error('nothing was asked')
      answer(fails)
    },
  }
}

/** Lets everything happen that needs no time. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the keychain', () => {
  let clock: FakeClock
  let person: ReturnType<typeof promptedKeychain>
  let lines: string[]
  let probed: number
  beforeEach(() => {
    probed = 0
    clock = createFakeClock()
    person = promptedKeychain()
    lines = []
  })

  const start = (load: () => Promise<Keychain> = () => Promise.resolve(person.keychain)) =>
    createKeyringVault({
      clock,
      log: createLog((line) => lines.push(line), 'info'),
      onProbed: () => (probed += 1),
      load,
    })
  /** Starts, and waits until the keychain has shown whether it answers. */
  const open = async (load?: () => Promise<Keychain>) => {
    const vault = start(load)
    await vault.answers()
    return vault
  }
  const silent = 'the keychain does not answer'

  it('is asked for one key at a time, by its fleet, and never enumerated', async () => {
    const vault = await open()
    await vault.set('lab', 'fw_live_lab_c4nary')
    expect(await vault.get('lab')).toBe('fw_live_lab_c4nary')
    expect(await vault.get('studio')).toBeNull()
    await vault.remove('lab')
    expect(await vault.get('lab')).toBeNull()
    expect(vault.lasting).toBe(true)
    expect(person.calls).toEqual(['get probe', 'set lab', 'get lab', 'get studio', 'delete lab', 'get lab'])
    expect(clock.pending, 'no timer is left').toBe(0)
  })

  it('is missing: every call fails, and only the log says why', async () => {
    const vault = await open(() => Promise.reject(new Error('no such library')))
    expect(vault).toMatchObject({ lasting: false, owesAnswer: false })
    expect(probed).toBe(1)
    await expect(vault.set('lab', 'fw_live_lab_c4nary')).rejects.toThrow('there is no keychain')
    await expect(vault.get('lab')).rejects.toThrow('there is no keychain')
    await expect(vault.remove('lab')).rejects.toThrow('there is no keychain')
    expect(lines.join()).toContain('no such library')
    expect(lines.join()).not.toContain('c4nary')
  })

  it('that throws when it is first asked is asked again when it is needed', async () => {
    person.asks()
    const opening = open()
    await settle()
    person.answers(new Error('no session bus'))
    const vault = await opening
    expect(vault.lasting).toBe(false)
    expect(lines.join()).toContain('no session bus')
    const got = vault.get('lab')
    // First the probe, then the key.
    await settle()
    person.answers()
    await settle()
    person.answers()
    expect(await got).toBeNull()
    expect(vault.lasting).toBe(true)
  })

  it('has 5 seconds to show that it answers at all, for which the start does not wait', async () => {
    person.asks()
    const vault = start()
    expect(vault.lasting).toBe(false)
    await settle()
    clock.advance(4999)
    await settle()
    expect(probed).toBe(0)
    clock.advance(1)
    expect(await vault.answers()).toBe(false)
    expect(probed).toBe(1)
    expect(vault).toMatchObject({ lasting: false, owesAnswer: true })
    person.answers()
    await settle()
    expect(vault.owesAnswer).toBe(false)
  })

  it('has 30 seconds for each answer, because it may ask a person', async () => {
    const vault = await open()
    person.asks()
    const got = vault.get('lab')
    await settle()
    clock.advance(29_999)
    person.answers()
    expect(await got).toBeNull()
    for (const ask of [vault.get('lab'), vault.set('lab', 'k'), vault.remove('lab')]) {
      const failed = expect(ask).rejects.toThrow(silent)
      clock.advance(30_000)
      await failed
    }
  })

  it('owes its answer after it was given up, and no longer than that', async () => {
    const vault = await open()
    expect(vault.owesAnswer).toBe(false)
    person.asks()
    const failed = expect(vault.get('lab')).rejects.toThrow(silent)
    await settle()
    clock.advance(30_000)
    await failed
    expect(vault.owesAnswer).toBe(true)
    person.answers()
    await settle()
    expect(vault.owesAnswer).toBe(false)
  })

  it('makes one call at a time, and none that has timed out', async () => {
    const vault = await open()
    person.asks()
    const calls = [vault.get('a'), vault.set('b', 'k')].map((call) => expect(call).rejects.toThrow(silent))
    await settle()
    expect(person.calls).toEqual(['get probe', 'get a'])
    clock.advance(30_000)
    await Promise.all(calls)
    const third = vault.get('c')
    person.answers()
    await settle()
    expect(person.calls).toEqual(['get probe', 'get a', 'get c'])
    person.answers()
    expect(await third).toBeNull()
  })

  it('keeps no key whose keeping came too late to be believed', async () => {
    const vault = await open()
    person.asks()
    const failed = expect(vault.set('lab', 'k')).rejects.toThrow(silent)
    await settle()
    clock.advance(30_000)
    await failed
    person.answers()
    await settle()
    expect(person.calls.at(-1)).toBe('delete lab')
    person.answers()
    await settle()
    expect([...person.kept]).toEqual([])
    expect(vault.owesAnswer).toBe(false)
  })

  it('may refuse one thing and do the next', async () => {
    const vault = await open()
    person.asks()
    const refused = expect(vault.get('lab')).rejects.toThrow('dismissed')
    await settle()
    person.answers(new Error('dismissed'))
    await refused
    const next = vault.get('lab')
    await settle()
    person.answers()
    expect(await next).toBeNull()
  })
})
