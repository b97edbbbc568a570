import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** A heading of a page: the id of its element, and its words. */
interface Section {
  id: string
  title: string
}

/**
 * Turns Markdown into a Vue component in Vite: `import Page, { sections } from './page.md'`. Vue's own plugin must include
 * `.md` files. Pictures become files of the build, links to other pages plain text.
 */
export function markdown(): Plugin {
  return {
    name: 'markdown',
    enforce: 'pre',
    transform: {
      filter: { id: /\.md$/ },
      handler: (text) => ({ code: componentOf(text), map: null }),
    },
  }
}

/** Writes a page as a component of one file. The title is left out: the dialog around it has one. */
export function componentOf(text: string): string {
  const sections: Section[] = []
  const marked = new Marked({
    renderer: {
      heading({ depth, text: title, tokens }: Tokens.Heading) {
        if (depth === 1) return ''
        const id = title
          .toLowerCase()
          .replaceAll(/[^\p{L}\d ]/gu, '')
          .replaceAll(' ', '-')
        if (depth === 2) sections.push({ id, title })
        return `<h${depth + 1} id="${id}">${this.parser.parseInline(tokens)}</h${depth + 1}>`
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens)
        return href.startsWith('#') ? `<a href="${href}">${words}</a>` : words
      },
      image: ({ href, text: words }: Tokens.Image) => `<img src="./${href}" alt="${words}" />`,
      html: () => '',
    },
  })
  const page = marked.parse(text, { async: false })
  return `<template><article>${page}</article></template>
<script>export const sections = ${JSON.stringify(sections)}</script>`
}
