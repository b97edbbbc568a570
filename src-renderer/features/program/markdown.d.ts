/** A page of Markdown as a component, made by build/markdown.ts. */
declare module '*.md' {
  import type { Component } from 'vue'

  /** The page's headings, in their order; each id is the one of its element. */
  export const sections: readonly { id: string; title: string }[]
  const page: Component
  export default page
}
