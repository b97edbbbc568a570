/** Files that are dragged over the page: how many, and over which phone; null is the space between phones. */
export interface Hovering {
  count: number
  publicId: string | null
}
