import { expect, it } from 'vitest'
import { looksSecret } from '../../src-shared/features/flows-state'

it('masks the values of names that look like a secret’s', () => {
  const secret = [
    'PASSWORD',
    'userPassword',
    'passwd',
    'PASSPHRASE',
    'SECRET_2',
    'clientSecret',
    'AUTH_TOKEN',
  ]
  secret.push(
    'API_KEY',
    'apiKey',
    'APIKEY',
    'key',
    'keyId',
    'PIN',
    'userPin',
    'SIM_PIN_1',
    'pincode',
    'OTP',
    'DB_PWD',
  )
  const plain = ['USER', 'TEXT', 'KEYWORD', 'SHIPPING', 'opinion', 'keyboard', 'PINK', 'COMPANY', 'passenger']
  expect(secret.filter((name) => !looksSecret(name))).toEqual([])
  expect(plain.filter(looksSecret)).toEqual([])
})
