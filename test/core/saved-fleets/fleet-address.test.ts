import { describe, expect, it } from 'vitest'
import { faultOf } from '../../../src-shared/protocol/fault'
import { checkedKey, fleetAddress } from '../../../src-main/core/saved-fleets/fleet-address'

const faultIn = (run: () => unknown) => {
  try {
    run()
  } catch (thrown) {
    return faultOf(thrown)
  }
  return null
}

describe('a fleet’s address (spec, head)', () => {
  it.each([
    ['https://api.example/v1', '', 'https://api.example/v1', 'wss://api.example'],
    [' api.example ', '', 'https://api.example/v1', 'wss://api.example'],
    ['https://api.example:8443/v1//', '', 'https://api.example:8443/v1', 'wss://api.example:8443'],
    ['https://example.com/phones', '', 'https://example.com/phones/v1', 'wss://example.com'],
    ['https://a.example', 'wss://b.example/v1/', 'https://a.example/v1', 'wss://b.example'],
    ['https://a.example', 'b.example/live', 'https://a.example/v1', 'wss://b.example/live'],
    ['http://127.0.0.1:80', '', 'http://127.0.0.1/v1', 'ws://127.0.0.1'],
    ['http://localhost:99', 'ws://[::1]:98', 'http://localhost:99/v1', 'ws://[::1]:98'],
  ])('%j and %j', (base, ws, baseUrl, wsBaseUrl) => {
    expect(fleetAddress(base, ws)).toEqual({ baseUrl, wsBaseUrl })
  })

  it.each([
    ['', '', 'malformed'],
    ['https://', '', 'malformed'],
    ['ftp://a.example', '', 'malformed'],
    ['wss://a.example', '', 'malformed'],
    ['https://a.example', 'https://a.example', 'malformed'],
    ['http://a.example', '', 'insecure'],
    ['http://localhost.a.example', '', 'insecure'],
    ['http://127.0.0.1.a.example', '', 'insecure'],
    ['http://192.168.0.1', '', 'insecure'],
    ['https://a.example', 'ws://a.example', 'insecure'],
    ['https://a.example?x=1', '', 'path'],
    ['https://a.example/#top', '', 'path'],
    ['https://me:secret@a.example', '', 'path'],
    ['http://localhost@a.example', '', 'path'],
  ])('is refused: %j and %j', (base, ws, reason) => {
    expect(faultIn(() => fleetAddress(base, ws))).toEqual({ kind: 'address', reason })
  })
})

describe('a key (spec 5, rule 2)', () => {
  it('drops the white space of a paste', () => {
    expect(checkedKey(' fw_live_id_secret\n')).toBe('fw_live_id_secret')
  })

  it.each([
    '',
    'secret',
    'fw_live_',
    'fw_live_id',
    '_live_id_secret',
    'fw_live_id_sec ret',
    'fw_test_id_secret',
  ])('is none: %j', (text) => {
    expect(faultIn(() => checkedKey(text))).toEqual({ kind: 'key-shape' })
  })
})
