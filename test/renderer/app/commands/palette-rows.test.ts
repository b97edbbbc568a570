import { describe, expect, it } from 'vitest'
import { matcherOf } from '../../../../src-renderer/rules/match-words'
import { findEntries, paletteRows } from '../../../../src-renderer/app/commands/palette-rows'

const found = (search: string, ...texts: string[]) => texts.filter((text) => matcherOf(search)(text) !== null)

describe('matcherOf', () => {
  it('finds beginnings, parts and letters of words in any order', () => {
    const text = 'Select all phones that are shown'
    for (const search of ['select', 'phon sel', 'hown', 'slct', 'ALL', '']) {
      expect(found(search, text), search).toEqual([text])
    }
  })

  it('finds initials', () => {
    expect(found('afi', 'Fit all phones', 'Add a fleet it')).toEqual(['Add a fleet it'])
  })

  it('needs every word, with its letters in order', () => {
    expect(found('select fleet', 'Select all phones')).toEqual([])
    expect(found('tcles', 'Select all phones')).toEqual([])
  })

  it('ignores accents', () => {
    expect(found('more', 'Go to phone Möre')).toHaveLength(1)
    expect(found('möre', 'Go to phone More')).toHaveLength(1)
    expect(found('gross', 'Groß öffnen')).toHaveLength(1)
    expect(found('groß', 'Groß öffnen', 'Gross')).toHaveLength(2)
  })

  it('ignores soft hyphens', () => {
    expect(found('startbild', 'Start\u00ADbild\u00ADschirm')).toHaveLength(1)
  })
})

const entry = (title: string, whyNot: string | null = null, synonyms = '') => {
  const row = {
    key: title,
    command: null,
    title,
    group: '',
    shortcuts: [],
    about: '',
    isOn: null,
    whyNot,
    run: () => undefined,
  }
  return { key: title, text: title, synonyms, row: () => row }
}

describe('findEntries', () => {
  const titles = (search: string, recent: string[] = []) => {
    const all = ['Smaller tiles', 'Home', 'Phone with a chrome', 'All phones'].map((title) => entry(title))
    return findEntries([...all, entry('Run flows', null, 'macro test')], search, recent).map(({ key }) => key)
  }

  it('puts the best match first and keeps the order of equal ones', () => {
    expect(titles('home')).toEqual(['Home'])
    expect(titles('phone')).toEqual(['Phone with a chrome', 'All phones'])
    expect(titles('all')).toEqual(['All phones', 'Smaller tiles'])
  })

  it('finds synonyms and their beginnings, whole words of the name first', () => {
    expect(titles('macro')).toEqual(['Run flows'])
    expect(titles('flows mac')).toEqual(['Run flows'])
    expect(titles('acro')).toEqual([])
  })

  it('puts what was picked last before equal ones, and not before better ones', () => {
    expect(titles('', ['Run flows', 'Home']).slice(0, 3)).toEqual(['Run flows', 'Home', 'Smaller tiles'])
    expect(titles('all', ['Smaller tiles'])).toEqual(['All phones', 'Smaller tiles'])
  })
})

describe('paletteRows', () => {
  const commands = [entry('Next phone', 'Not now.'), entry('Push to the next phone'), entry('Home')]
  const phones = [entry('Go to phone next'), entry('Go to phone nextdoor')]
  const impossible = [{ words: 'rotate landscape', sentence: 'Phones can’t be rotated.', why: 'No way.' }]
  const shown = (search: string, more = phones) => {
    const { rows, left } = paletteRows({ search, commands, phones: more, impossible, recent: ['Next phone'] })
    return [...rows.map(({ title }) => title), left]
  }

  it('puts unavailable commands last, however well they match or recent they are', () => {
    expect(shown('next phone')).toEqual([
      'Push to the next phone',
      'Go to phone next',
      'Go to phone nextdoor',
      'Next phone',
      0,
    ])
  })

  it('lists phones only for a search, at most 20, and makes no row of the others', () => {
    expect(shown(' ')).toEqual(['Push to the next phone', 'Home', 'Next phone', 0])
    let made = 0
    const many = Array.from({ length: 500 }, (_, at) => {
      const { row, ...one } = entry(`Go to ${at}`)
      return { ...one, row: () => ((made += 1), row()) }
    })
    expect(shown('go', many).at(-1)).toBe(480)
    expect(made).toBe(20)
  })

  it('says first what the service cannot do, by a word or its first four letters', () => {
    expect(shown('rotate')[0]).toBe('Phones can’t be rotated.')
    expect(shown('rota')[0]).toBe('Phones can’t be rotated.')
    expect(shown('rot')).toEqual([0])
  })
})
