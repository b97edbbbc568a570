import { describe, expect, it } from 'vitest'
import { isAppId, looksLike } from '../../../../src-main/core/flows/language/app-id'

describe('an app’s id', () => {
  it.each([
    ['org.wikimedia.wikipedia', true],
    ['com.example.my_app.debug', true],
    ['Notes', false],
    ['Photo app', false],
    ['sys_notes', false],
    ['1.2.3', false],
  ])('%s: %s', (text, is) => {
    expect(isAppId(text)).toBe(is)
  })

  it.each([
    ['org.wikimedia.wikipedia', 'Wikipedia', true],
    ['org.wikipedia', 'WIKIPEDIA', true],
    ['com.google.samples.apps.nowinandroid.demo', 'Now in Android', true],
    ['com.example.my-bank.app', 'MyBank', true],
    ['com.example.app', 'App', false],
    ['com.example.app', 'Example', false],
    ['org.wikimedia.wikipedia', 'Org', false],
    ['org.wikimedia.wikipedia', '…', false],
  ])('%s looks like %s: %s', (id, label, does) => {
    expect(looksLike(id, label)).toBe(does)
  })
})
