import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium, root, sandboxFlags } from '../../e2e/harness/programs'
import type { DrawnText } from './drawn-texts'
import type { KnownScreen } from './screens'

const size = { width: 375, height: 667 }
const scale = 2

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const file = (path: string) => readFileSync(join(root, path), 'utf8')
const output = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } })

/** A terminal: a text in a font of fixed width. */
const terminal = (text: string, style: string) =>
  `<pre style="margin:0;padding:6px;height:100%;overflow:hidden;white-space:pre-wrap;${style}">${escaped(text.slice(0, 4000))}</pre>`

/** A page of text: headings, paragraphs, lists and code, as they stand in a document. */
function article(path: string, style: string, from = 0): string {
  const blocks = file(path).split(/\n{2,}/)
  const shown = blocks.slice(from, from + 20).map((block) => {
    const text = escaped(block.replaceAll(/^```\w*$/gm, '').replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, '$1'))
    if (block.startsWith('#')) return `<h2>${text.replace(/^#+ /, '')}</h2>`
    if (block.startsWith('```')) return `<pre>${text}</pre>`
    if (/^[-|]/.test(block))
      return `<ul>${text.replaceAll(/^[-| ]+$/gm, '').replaceAll(/^[-|] */gm, '<li>')}</ul>`
    return `<p>${text}</p>`
  })
  return `<body style="margin:12px;${style}">${shown.join('')}</body>`
}

const rows = (
  entries: readonly (readonly [string, string])[],
  row: (left: string, right: string) => string,
) => entries.map(([left, right]) => row(left, right)).join('')

const settings = (style: string, entries: readonly (readonly [string, string])[]) =>
  `<body style="margin:0;font:17px 'Liberation Sans';${style}"><h1 style="margin:20px 16px">${entries[0]?.[0]}</h1>${rows(
    entries.slice(1),
    (name, value) =>
      `<div style="display:flex;justify-content:space-between;padding:13px 16px;border-bottom:1px solid #8886"><span>${name}</span><span style="opacity:.65">${value}</span></div>`,
  )}</body>`

const chat = (style: string, entries: readonly (readonly [string, string])[]) =>
  `<body style="margin:0;padding:10px;font:16px 'DejaVu Sans';${style}">${rows(
    entries,
    (text, time) =>
      `<div style="margin:9px 0 9px ${text.length % 2 ? 70 : 0}px;padding:9px 12px;border-radius:16px;max-width:250px;background:${text.length % 2 ? '#2b6de8;color:#fff' : '#e6e6ea;color:#111'}">${text}<div style="font-size:11px;opacity:.75">${time}</div></div>`,
  )}</body>`

const table = (style: string, entries: readonly (readonly [string, string])[]) =>
  `<body style="margin:8px;${style}"><table style="width:100%;border-collapse:collapse">${rows(
    entries,
    (left, right) =>
      `<tr><td style="border:1px solid #888;padding:7px">${left}</td><td style="border:1px solid #888;padding:7px;text-align:right">${right}</td></tr>`,
  )}</table></body>`

const german = [
  ['Einstellungen', ''],
  ['Flugmodus', 'Aus'],
  ['WLAN', 'Nicht verbunden'],
  ['Bildschirmhelligkeit', 'Automatisch'],
  ['Töne und Haptik', 'Geräuschlos'],
  ['Gerätename', 'Prüfstand Süd'],
  ['Speicherplatz', '61,4 GB von 128 GB'],
  ['Schlüsselbund', 'Gesperrt'],
  ['Größe der Schrift', 'Größer'],
  ['Übertragungen', 'Über Mobilfunk'],
] as const
const english = [
  ['Delivery', ''],
  ['Order number', 'B-20417'],
  ['Carrier', 'Northern Parcel'],
  ['Status', 'Out for delivery'],
  ['Expected', 'Thursday, 4 June'],
  ['Weight', '2.35 kg'],
  ['Signature', 'Required'],
  ['Street', '14 Harbour Lane'],
  ['Refund policy', '30 days'],
] as const
const talk = [
  ['Are you still at the warehouse?', '09:41'],
  ['Yes, until half past five today.', '09:42'],
  ['Great. Could you check shelf 7 for the blue adapter?', '09:42'],
  ['Found two of them. Price was 12.90 each.', '09:55'],
  ['Bring both, please! And a receipt.', '09:56'],
  ['No problem, see you on Monday.', '10:03'],
] as const
const germanTalk = [
  ['Kommst du morgen früh zur Übergabe?', '18:04'],
  ['Ja, gegen Viertel nach acht.', '18:05'],
  ['Die Schlüssel liegen beim Pförtner, Straße 12.', '18:05'],
  ['Vielen Dank, das hilft mir sehr.', '18:09'],
  ['Bis dann und schöne Grüße an alle!', '18:10'],
] as const

/** Twenty screens: web pages and terminals, in English and German, dark and light, in five fonts. */
function pages(): Record<string, string> {
  const sans = "font:16px/1.45 'Liberation Sans'"
  const serif = "font:18px/1.5 'Liberation Serif'"
  return {
    'article-readme': article('README.md', `${sans};background:#fff;color:#1b1b1b`),
    'article-serif': article('docs/architecture.md', `${serif};background:#fbf8f1;color:#222`),
    'article-dark': article('docs/core.md', `${sans};background:#15181d;color:#e4e6ea`),
    'article-small': article('SECURITY.md', "font:13px/1.5 'DejaVu Sans';background:#fff;color:#333"),
    'article-large': article('CONTRIBUTING.md', "font:22px/1.4 'Liberation Sans';background:#fff;color:#000"),
    'article-grey': article('docs/policy.md', `${sans};background:#eceff3;color:#566070`),
    changes: article('CHANGELOG.md', "font:15px/1.5 'DejaVu Serif';background:#fff;color:#20242a"),
    licence: `<body style="margin:14px;${serif};background:#fff;color:#111">${escaped(file('LICENSE'))}</body>`,
    'settings-german': settings('background:#f2f2f7;color:#111', german),
    'settings-german-dark': settings('background:#000;color:#f4f4f4', german),
    order: settings('background:#fff;color:#1d2733', english),
    'order-blue': settings('background:#123a6b;color:#fff', english),
    chat: chat('background:#fff', talk),
    'chat-german': chat('background:#10151c', germanTalk),
    table: table("font:15px 'Liberation Sans';background:#fff;color:#111", english.slice(1)),
    'table-german': table("font:17px 'DejaVu Serif';background:#faf7ef;color:#2c2416", german.slice(1)),
    'terminal-light': terminal(
      file('package.json'),
      "font:12px 'DejaVu Sans Mono';background:#fff;color:#111",
    ),
    'terminal-dark': terminal(
      output(process.execPath, 'src-main/fleetwall.mjs', '--help'),
      "font:13px 'Liberation Mono';background:#1e1e1e;color:#d4d4d4",
    ),
    'terminal-list': terminal(
      output('ls', '-l', 'docs', 'resources/flows'),
      "font:14px 'DejaVu Sans Mono';background:#0c2b36;color:#d9e6d0",
    ),
    'terminal-green': terminal(
      file('docs/decisions/0016-recordings-are-matroska.md'),
      "font:15px/1.35 'Liberation Mono';background:#000;color:#7bd88f",
    ),
  }
}

/** Returns the words that are wholly in sight, each with its box in pixels of the screenshot. Runs in the page. */
function wordsInSight({ width, height, by }: { width: number; height: number; by: number }): DrawnText[] {
  const found: DrawnText[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    for (const { 0: word, index } of (walker.currentNode.nodeValue ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(walker.currentNode, index)
      range.setEnd(walker.currentNode, index + word.length)
      const boxes = [...range.getClientRects()]
      const [box] = boxes
      // A word that is broken into two lines is two.
      if (!box || boxes.length > 1) continue
      const { left, top, right, bottom } = box
      if (left < 0 || top < 0 || right > width || bottom > height) continue
      found.push({
        text: word,
        ...{ left: left * by, top: top * by, width: (right - left) * by, height: (bottom - top) * by },
      })
    }
  }
  return found
}

async function screenOf(page: Page, name: string, html: string): Promise<KnownScreen> {
  await page.setContent(html)
  const texts = await page.evaluate(wordsInSight, { ...size, by: scale })
  return { name, texts, jpeg: await page.screenshot({ type: 'jpeg', quality: 80 }) }
}

/** Returns screenshots of 750 × 1334 that a browser made of pages and terminals; none without Chromium. */
export async function pageScreens(): Promise<KnownScreen[]> {
  const executablePath = findChromium()
  if (!executablePath) return []
  const browser = await chromium.launch({ executablePath, args: sandboxFlags })
  try {
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: scale })
    const screens: KnownScreen[] = []
    for (const [name, html] of Object.entries(pages())) screens.push(await screenOf(page, name, html))
    return screens
  } finally {
    await browser.close()
  }
}
