import { describe, expect, it } from 'vitest'
import { matchWords } from '../../../../src-renderer/rules/match-words'
import { findRows, paletteRows } from '../../../../src-renderer/app/commands/palette-rows'

const found = (search: string, ...texts: string[]) =>
  texts.filter((text) => matchWords(search, text) !== null)

describe('matchWords', () => {
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

describe('findRows', () => {
  const entry = (title: string) => {
    const row = {
      key: title,
      command: null,
      title,
      group: '',
      shortcuts: [],
      about: '',
      isOn: null,
      whyNot: null,
      run: () => undefined,
    }
    return { text: title, row: () => row }
  }
  const titles = (search: string, most?: number) => {
    const all = ['Smaller tiles', 'Home', 'Phone with a chrome', 'All phones'].map(entry)
    const { rows, left } = findRows(all, search, most)
    return [...rows.map(({ title }) => title), left]
  }

  it('puts the best match first and keeps the order of equal ones', () => {
    expect(titles('home')).toEqual(['Home', 0])
    expect(titles('phone')).toEqual(['Phone with a chrome', 'All phones', 0])
    expect(titles('all')).toEqual(['All phones', 'Smaller tiles', 0])
    expect(titles('')).toEqual(['Smaller tiles', 'Home', 'Phone with a chrome', 'All phones', 0])
  })

  it('limits the rows and counts the rest', () => {
    expect(titles('', 3)).toEqual(['Smaller tiles', 'Home', 'Phone with a chrome', 1])
  })

  it('makes only the rows that it shows', () => {
    let made = 0
    const counted = Array.from({ length: 500 }, (_, at) => {
      const { text, row } = entry(`Go to phone ${at}`)
      return { text, row: () => ((made += 1), row()) }
    })
    expect(findRows(counted, 'phone', 20).left).toBe(480)
    expect(made).toBe(20)
  })
})

describe('paletteRows', () => {
  const entry = (title: string, whyNot: string | null = null) => {
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
    return { text: title, row: () => row }
  }
  const commands = [entry('Next phone', 'Not now.'), entry('Push to the next phone'), entry('Home')]
  const phones = [entry('Go to phone next'), entry('Go to phone nextdoor')]
  const titles = (search: string, most = 20) => {
    const { rows, left } = paletteRows(commands, phones, search, most)
    return [...rows.map(({ title }) => title), left]
  }

  it('puts unavailable commands last, however well they match', () => {
    expect(titles('next phone')).toEqual([
      'Push to the next phone',
      'Go to phone next',
      'Go to phone nextdoor',
      'Next phone',
      0,
    ])
  })

  it('lists phones only for a search', () => {
    expect(titles(' ')).toEqual(['Push to the next phone', 'Home', 'Next phone', 0])
    expect(titles('go', 1)).toEqual(['Go to phone next', 1])
  })
})
