/** The report's look: quiet, in the reader's own scheme. */
export const style = `
:root { color-scheme: light dark; --ground: #fbfbfa; --raised: #fff; --line: #d9d9d6; --text: #1f2023; --dim: #63656b;
  --good: #1a7f4b; --bad: #b3261e; --warn: #8a5a00; --accent: #2f5fd0; }
@media (prefers-color-scheme: dark) { :root { --ground: #17181a; --raised: #1f2123; --line: #36383c; --text: #e7e7e5;
  --dim: #a0a2a8; --good: #58c98c; --bad: #ff8a80; --warn: #e0b04a; --accent: #8fb0ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 13px/1.45 Inter, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
header { padding: 16px 20px 8px; }
h1 { font-size: 18px; margin: 0; font-weight: 600; }
h2 { font-size: 15px; margin: 0 0 4px; font-weight: 600; }
p { margin: 2px 0; color: var(--dim); }
main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(320px, 2fr); gap: 16px; padding: 8px 20px 20px; align-items: start; }
@media (max-width: 1000px) { main { grid-template-columns: minmax(0, 1fr); } }
.grid { overflow: auto; max-height: calc(100vh - 96px); border: 1px solid var(--line); border-radius: 6px; background: var(--raised); }
table { border-collapse: separate; border-spacing: 0; }
th { font-weight: 500; text-align: start; padding: 6px 10px; background: var(--raised); white-space: nowrap;
  max-width: 220px; overflow: hidden; text-overflow: ellipsis; }
thead th, thead td { position: sticky; top: 0; z-index: 1; background: var(--raised); border-bottom: 1px solid var(--line); }
thead td { inset-inline-start: 0; z-index: 2; }
tbody th { position: sticky; inset-inline-start: 0; border-inline-end: 1px solid var(--line); }
td { padding: 2px; }
tr { content-visibility: auto; }
button { display: block; width: 100%; min-width: 104px; max-width: 260px; overflow: hidden; text-overflow: ellipsis; font: inherit; color: inherit; background: none; border: 1px solid transparent;
  border-radius: 4px; padding: 3px 8px; text-align: start; cursor: pointer; white-space: nowrap; }
button:hover, button[aria-pressed=true] { border-color: var(--accent); }
@media (forced-colors: active) { button[aria-pressed=true] { border-color: Highlight; outline: 1px solid Highlight; } }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
button span { color: var(--dim); }
.passed, .passed-word { color: var(--good); } .failed, .failed-word { color: var(--bad); font-weight: 600; }
.stopped, .stopped-word, .unrun, .unrun-word, .warned-word, .skipped-word { color: var(--warn); }
#detail { position: sticky; top: 12px; max-height: calc(100vh - 40px); overflow: auto; border: 1px solid var(--line);
  border-radius: 6px; background: var(--raised); padding: 12px 14px; overflow-wrap: anywhere; }
#detail:empty { display: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 8px 0; } dt { color: var(--dim); } dd { margin: 0; }
ol { list-style: none; padding: 0; margin: 8px 0 0; } li { display: flex; gap: 10px; padding: 3px 0; border-top: 1px solid var(--line); }
li > span:first-child { flex: 0 0 60px; color: var(--dim); text-align: end; } li > div { flex: 1; min-width: 0; }
li > span:last-child { flex: 0 0 60px; }
img { display: block; width: 120px; max-width: 100%; margin: 6px 0; border: 1px solid var(--line); border-radius: 4px; }
img.frame { width: 240px; }
/* A click or the Tab key makes a picture larger, until the focus goes on. */
img { cursor: zoom-in; } img:focus { width: 480px; cursor: default; outline: 2px solid var(--accent); }
`

/** The report's script: shows a case when its cell is pressed. Texts go into the page as texts alone. */
export const script = `
const read = (id) => JSON.parse(document.getElementById(id).textContent)
const cases = read('cases'), pictures = read('pictures'), detail = document.getElementById('detail')
const make = (name, text, className) => {
  const element = document.createElement(name)
  if (text != null) element.textContent = text
  if (className) element.className = className
  return element
}
const seconds = (ms) => (ms / 1000).toFixed(1) + ' s'
const picture = (path, className) => {
  if (!pictures[path]) {
    const link = make('a', path)
    link.href = path.split('/').map(encodeURIComponent).join('/')
    return link
  }
  const image = make('img', null, className)
  image.src = pictures[path]
  image.alt = path
  image.title = path
  image.tabIndex = 0
  return image
}
let pressed = null
const show = (button) => {
  if (pressed) pressed.setAttribute('aria-pressed', 'false')
  pressed = button
  button.setAttribute('aria-pressed', 'true')
  const one = cases[Number(button.dataset.case)]
  const list = make('dl')
  const add = (name, value) => value != null && list.append(make('dt', name), make('dd', value))
  add('Flow', one.file)
  add('Phone', one.phone)
  add('Time', seconds(one.ms))
  add('Actions', String(one.actions))
  if (one.tries > 1) add('Tries', String(one.tries))
  if (one.failure) {
    add('Step', one.failure.step)
    add('At', one.failure.place)
    add('Reason', one.failure.message)
    add('Expected', one.failure.expected)
    add('Seen', one.failure.seen)
  }
  const heading = make('h2', one.flow + ' ')
  heading.append(make('span', one.word, one.verdict + '-word'))
  const steps = make('ol')
  if (one.left > 0) add('Steps', 'the last ' + one.steps.length + ' of ' + (one.left + one.steps.length))
  for (const step of one.steps) {
    const item = make('li'), body = make('div', step.title)
    body.style.paddingInlineStart = step.depth * 14 + 'px'
    if (step.message) body.append(make('p', step.message))
    for (const path of step.pictures) body.append(picture(path), make('small', path.split('/').pop()))
    item.append(make('span', seconds(step.atMs)), body, make('span', step.state, step.state + '-word'))
    steps.append(item)
  }
  detail.scrollTop = 0
  detail.replaceChildren(heading, list, ...(one.failure && one.failure.frame ? [picture(one.failure.frame, 'frame')] : []), steps)
}
document.querySelector('table').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (!button) return
  show(button)
  // By keyboard, the details are what comes next.
  if (event.detail === 0) detail.focus()
})
const first = document.querySelector('button.failed') || document.querySelector('button')
if (first) show(first)
`
