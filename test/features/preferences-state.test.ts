import { expect, it } from 'vitest'
import { isProxyAddress } from '../../src-shared/features/preferences-state'

it.each(['', 'proxy.example', 'proxy.example:3128', 'socks5://10.0.0.1:1080/', 'https://[fe80::1]:3128'])(
  'takes the address of a proxy: %s',
  (address) => expect(isProxyAddress(address)).toBe(true),
)

it.each([
  'jo:secret@proxy.example',
  'proxy example',
  'proxy.example:65536',
  'proxy:port',
  'http://',
  '[1',
  '10.0.0.300:3128',
  '1.2.3',
])('refuses what is no address of a proxy: %s', (address) => expect(isProxyAddress(address)).toBe(false))
