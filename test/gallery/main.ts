import '@fontsource-variable/inter/index.css'
import { languages } from '../../src-shared/features/preferences-state'
import { languageFacts } from '../../src-renderer/text/languages'
import '../../src-renderer/styles/base.css'
import './gallery.css'
import { allStories, groups, storyNamed } from './all-stories'
import { mountStory } from './mount-story'
import type { Story } from './story'

// `#NAME` shows one story alone, `#list` names all; otherwise each story is in a frame. `?language=de` is German.
const asked = new URLSearchParams(location.search).get('language')
const language = languages.find((one) => one === asked) ?? 'en'
const root = document.querySelector('#gallery')
if (!(root instanceof HTMLElement)) throw new Error('The gallery has no root element.')
let unmount: () => void = () => undefined

function frameOf({ name, width, height }: Story): HTMLElement {
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  const link = document.createElement('a')
  link.href = `?language=${language}&alone#${encodeURIComponent(name)}`
  link.textContent = name
  const frame = document.createElement('iframe')
  const size = { width: String(width), height: String(height) }
  Object.assign(frame, { src: link.href, title: name, loading: 'lazy', ...size })
  caption.append(link)
  figure.append(caption, frame)
  return figure
}

/** Links to the gallery in each language. */
function languageLinks(): HTMLElement {
  const nav = document.createElement('nav')
  for (const one of languages) {
    const link = document.createElement('a')
    Object.assign(link, { href: `?language=${one}`, lang: one, textContent: languageFacts[one].name })
    if (one === language) link.setAttribute('aria-current', 'true')
    nav.append(link, ' ')
  }
  return nav
}

async function show(ground: HTMLElement): Promise<void> {
  unmount()
  ground.replaceChildren()
  const name = decodeURIComponent(location.hash.slice(1))
  if (name === 'list') {
    ground.textContent = JSON.stringify(
      allStories.map(({ name, width, height }) => ({ name, width, height })),
    )
  } else if (name !== '') {
    unmount = await mountStory(storyNamed(name), language, ground)
  } else {
    ground.append(languageLinks())
    for (const [group, stories] of groups) {
      const heading = document.createElement('h2')
      heading.textContent = group
      ground.append(heading, ...stories.map(frameOf))
    }
  }
  ground.dataset['settled'] = name
}

window.addEventListener('hashchange', () => void show(root))
await show(root)
