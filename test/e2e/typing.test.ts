import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import type { PhoneEvent, Simulator } from './harness/simulator'
import { useStage } from './harness/use-stage'

/** Returns the requested keys and texts, even without a glyph; texts without a key between them are joined. */
const asked = (events: PhoneEvent[]) =>
  typed(events.map((event) => ({ ...event, text: event['asked'] ?? event['text'] })))

/** Returns the typed keys and texts in order; texts without a key between them are joined. */
function typed(events: PhoneEvent[]): string[] {
  const parts: string[] = []
  let text = ''
  for (const event of events) {
    if (event.type === 'text') text += String(event['text'])
    if (event.type !== 'key') continue
    if (text !== '') parts.push(text)
    text = ''
    parts.push(`[${String(event['key'])}]`)
  }
  return text === '' ? parts : [...parts, text]
}

const patience = { timeout: 20_000, interval: 50 }

// The pen in the corner of Notes, on a phone of 750 × 1334 pixels.
const pen = { x: 698, y: 132 }

const texts = (events: PhoneEvent[]) =>
  events.flatMap((event) => (event.type === 'text' ? [String(event['text'])] : []))

/** Returns the whole text of the phone’s text field, through its clipboard. */
async function fieldText(simulator: Simulator, publicId: string): Promise<unknown> {
  await simulator.act(publicId, { type: 'clipboard_set', text: '' })
  for (const key of ['a', 'c']) await simulator.act(publicId, { type: 'press', modifiers: ['cmd'], key })
  return (await simulator.act(publicId, { type: 'clipboard_get' }))['clipboard']
}

/** Opens a new note on a phone, and checks that typed text arrives in it. */
async function openNote(simulator: Simulator, publicId: string): Promise<void> {
  await vi.waitFor(async () => {
    await simulator.act(publicId, { type: 'open_app', target: 'sys_notes' })
    await simulator.act(publicId, { type: 'tap', ...pen })
    await simulator.act(publicId, { type: 'text', text: 'here' })
    if ((await fieldText(simulator, publicId)) !== 'here') throw new Error('no new note is open yet')
  }, patience)
}

inEachShellAtLength('The keyboard', (shell) => {
  const stage = useStage(shell)
  let publicId = ''
  let since = 0

  /** Waits until the phone has typed everything. @returns it */
  const expectTyped = (parts: string[]) =>
    expect.poll(async () => typed(await stage().simulator.events(publicId, since)), patience).toEqual(parts)

  const expectAsked = (parts: string[]) =>
    expect.poll(async () => asked(await stage().simulator.events(publicId, since)), patience).toEqual(parts)

  const pasteText = (text: string) =>
    stage().wall.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      const options = { clipboardData, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options))
    }, text)

  /** Sends a key with the time of its press, in ms since the epoch. */
  const press = async (key: string, at: number) => {
    const { devtools } = stage().wall
    const codes: Readonly<Record<string, number>> = { Backspace: 8, Tab: 9, Enter: 13, Escape: 27 }
    const windowsVirtualKeyCode = codes[key]
    const isNamed = windowsVirtualKeyCode !== undefined
    const stroke = { key, timestamp: at / 1000, ...(isNamed ? { code: key, windowsVirtualKeyCode } : {}) }
    const text = key === 'Enter' ? '\r' : isNamed ? '' : key
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, text })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke })
  }

  beforeAll(async () => {
    publicId = stage().simulator.phones[0] ?? ''
    await openNote(stage().simulator, publicId)
  })

  // The note is empty, and the phone has the keyboard.
  beforeEach(async () => {
    const { wall, simulator } = stage()
    await simulator.act(publicId, { type: 'press', modifiers: ['cmd'], key: 'a' })
    await simulator.act(publicId, { type: 'key', key: 'backspace' })
    since = await simulator.mark(publicId)
    await wall.clickInto(publicId, { across: 0.5, down: 0.3 })
    await simulator.eventually(publicId, since, (events) => events.at(-1)?.type === 'up')
    since = await simulator.mark(publicId)
  })

  it('types fast input in order', async () => {
    const { wall, simulator } = stage()
    const sentence = 'The quick brown fox jumps over 13 lazy dogs; then, it rests. (Twice!)'
    await wall.page.keyboard.type(sentence)
    await expectTyped([sentence])
    expect(await fieldText(simulator, publicId)).toBe(sentence)
  })

  it('types composed text and non-Latin letters', async () => {
    const { wall, simulator } = stage()
    const { keyboard } = wall.page
    await keyboard.insertText('Ünïcödé ')
    await keyboard.insertText('привет ')
    await keyboard.type('ok ')
    await keyboard.insertText('καλημέρα')
    await expectTyped(['Ünïcödé привет ok καλημέρα'])
    expect(await fieldText(simulator, publicId)).toBe('Ünïcödé привет ok καλημέρα')
  })

  it('previews a long text with its cost, and pastes it in order on Enter', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const lines = Array.from({ length: 700 }, (_, at) => `line ${at} of it\n`)
    const text = lines.join('')
    const openedAt = Date.now()
    await pasteText(text)
    const dialog = page.getByRole('dialog')
    const most = 4096
    const pieces = Math.ceil(text.length / most)
    expect(pieces).toBe(3)
    await dialog.getByText(/^Uses 3 actions/).waitFor()
    // Enter this early was meant for the phone.
    await press('Enter', openedAt)
    await press('Enter', openedAt + 10_000)
    await dialog.waitFor({ state: 'detached' })
    await wall.hasKeyboard(publicId)
    const events = await simulator.eventually(publicId, since, (list) => texts(list).join('') === text)
    expect(events.map(({ type }) => type)).toEqual(['text', 'text', 'text'])
    expect(Math.max(...texts(events).map((piece) => piece.length))).toBeLessThanOrEqual(most)
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('keeps keys in their place between characters', async () => {
    const { wall, simulator } = stage()
    const { keyboard } = wall.page
    await keyboard.type('Helo')
    await keyboard.press('ArrowLeft')
    await keyboard.type('l')
    await keyboard.press('End')
    await keyboard.type('!!')
    await keyboard.press('Backspace')
    await keyboard.press('Enter')
    await keyboard.type('again')
    await expectTyped(['Helo', '[left]', 'l', '[end]', '!!', '[backspace]', '[enter]', 'again'])
    expect(await fieldText(simulator, publicId)).toBe('Hello!\nagain')
  })

  it('keeps a slow chord in its place', async () => {
    const { wall, simulator } = stage()
    const { keyboard } = wall.page
    await simulator.admin('POST', '/faults', { on: 'performAction', code: 'rate_limited', times: 1 })
    await keyboard.type('old')
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('new')
    const events = await simulator.eventually(publicId, since, (list) => typed(list).join('').endsWith('new'))
    const kinds = events.map(({ type }) => type)
    expect(kinds.filter((type, index) => type !== kinds[index - 1])).toEqual(['text', 'press', 'text'])
    expect(await fieldText(simulator, publicId)).toBe('new')
  })

  it('types only the finished composition, before the key that follows', async () => {
    const { wall, simulator } = stage()
    const { page, devtools } = wall
    const compose = async (...steps: string[]) => {
      for (const text of steps) {
        const caret = { selectionStart: text.length, selectionEnd: text.length }
        await devtools.send('Input.imeSetComposition', { text, ...caret })
      }
    }
    const commit = (text: string) => devtools.send('Input.insertText', { text })
    /** A key that the input method handles. */
    const steer = (code: string) =>
      devtools.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Process',
        code,
        windowsVirtualKeyCode: 229,
      })

    // Japanese: sounds and two candidates. Enter accepts one; the next Enter goes to the phone.
    await compose('n', 'に', 'にほn', 'にほんご')
    await steer('Space')
    await compose('二本後', '日本語')
    expect(asked(await simulator.events(publicId, since))).toEqual([])
    await steer('Enter')
    await commit('日本語')
    await page.keyboard.press('Enter')

    // Korean: a syllable ends with the first letter of the next, or with a space.
    await compose('ㅎ', '하', '한')
    await commit('한')
    await compose('ㄱ', '그', '글')
    await commit('글')
    await page.keyboard.type(' ok')
    await page.keyboard.press('ArrowLeft')

    // Dead keys of Linux and Windows, then of macOS.
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'BracketLeft' })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ê', code: 'KeyE', text: 'ê' })
    await compose('´')
    await commit('é')

    // A cancelled composition types nothing.
    await compose('きらい')
    await steer('Escape')
    await compose('')
    await commit('😀👍🏽')
    await page.keyboard.press('Backspace')

    await expectAsked(['日本語', '[enter]', '한글 ok', '[left]', 'êé😀👍🏽', '[backspace]'])
  })

  it('releases on Shift+Esc during a composition, and types nothing of it', async () => {
    const { wall, simulator } = stage()
    await wall.devtools.send('Input.imeSetComposition', {
      text: 'すてる',
      selectionStart: 3,
      selectionEnd: 3,
    })
    await wall.page.keyboard.press('Shift+Escape')
    await wall.hasKeyboard(null)
    await simulator.act(publicId, { type: 'key', key: 'enter' })
    await expectAsked(['[enter]'])
  })

  it('names the characters that the phone could not type', async () => {
    const { wall } = stage()
    await wall.page.keyboard.insertText('a\u{13000}b')
    // After text that an input method composed.
    await wall
      .tile(publicId)
      .getByText(/^The phone can’t type .*“\u{13000}”/u)
      .waitFor()
    await expectTyped(['ab'])
  })

  it('reports keys that the phone lacks, once', async () => {
    const { wall } = stage()
    const { keyboard } = wall.page
    const said = wall.tile(publicId).getByText('The phone has no')
    await keyboard.press('F1')
    await wall.tile(publicId).getByText('The phone has no F1 key.').waitFor()
    for (const key of ['F5', 'Insert']) await keyboard.press(key)
    await keyboard.type('a')
    await expectTyped(['a'])
    await expect.poll(() => said.allTextContents()).toEqual(['The phone has no Ins key.'])
  })

  it('shows the owner of the keyboard, and releases it on Shift+Esc', async () => {
    const { wall, simulator } = stage()
    const { keyboard } = wall.page
    await wall
      .tile(publicId)
      .getByText(/^Typing on /)
      .waitFor()
    await keyboard.press('a')
    await expectTyped(['a'])
    await keyboard.press('Shift+Escape')
    await wall.hasKeyboard(null)
    await keyboard.press('b')
    await wall.page.getByRole('textbox', { name: 'Search phones' }).fill('c')
    await wall.page.getByRole('button', { name: 'Clear search' }).click()
    await wall.page.keyboard.type('d')
    // The next action shows that nothing was typed in between.
    await simulator.act(publicId, { type: 'key', key: 'enter' })
    await expectTyped(['a', '[enter]'])
  })

  it('moves the keyboard with the pointer from phone to phone', async () => {
    const { wall, simulator } = stage()
    const second = simulator.phones[1] ?? ''
    const other = await simulator.mark(second)
    await wall.page.keyboard.type('one')
    await expectTyped(['one'])
    await wall.clickInto(second, { across: 0.5, down: 0.45 })
    await wall.page.keyboard.press('ArrowDown')
    await simulator.eventually(second, other, (events) => events.some(({ key }) => key === 'down'))
    expect(typed(await simulator.events(publicId, since))).toEqual(['one'])
  })

  // The last test, because it leaves the note.
  it('stays with the phone when a button of its tile or header is clicked', async () => {
    const { wall } = stage()
    const { page } = wall
    await wall.tile(publicId).getByRole('button', { name: 'Home', exact: true }).click()
    await wall.hasKeyboard(publicId)
    await page.keyboard.type('il')
    await expectAsked(['il'])
    await wall.openLarge(publicId)
    // Its screen is gone.
    await page.getByText(/^Typing on /).waitFor({ state: 'detached' })
    await wall.clickInto(publicId, { across: 0.5, down: 0.3 })
    await wall.hasKeyboard(publicId)
    await page.getByRole('button', { name: 'Home', exact: true }).click()
    await wall.hasKeyboard(publicId)
    await page.keyboard.type('s?')
    await expectAsked(['ils?'])
    await page.getByRole('button', { name: 'Back' }).click()
    await page.locator(`[data-device="${publicId}"]:focus`).waitFor()
    await page.getByText(/^Typing on /).waitFor({ state: 'detached' })
  })
})
