import { expect, it } from 'vitest'
import { componentOf } from '../../build/markdown'

it('a page of Markdown becomes a component, without its HTML', () => {
  const made = componentOf(`# Title

## Send files

See [there](#keep), [another page](flows.md) and [a site](https://example.org).

<script>alert(1)</script>

![A wall](pictures/wall.webp)

## Keep
`)
  expect(made).toContain('<h3 id="send-files">Send files</h3>')
  expect(made).toContain('See <a href="#keep">there</a>, another page and a site.')
  expect(made).toContain('<img src="./pictures/wall.webp" alt="A wall" />')
  expect(made).not.toMatch(/alert|Title|example|flows\.md/)
  expect(made).toContain('[{"id":"send-files","title":"Send files"},{"id":"keep","title":"Keep"}]')
})
