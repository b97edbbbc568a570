const previewChars = 2000

/** Returns the first 2000 characters of a text to show: a page stands still for seconds with a million. */
export function previewOf(text: string): string {
  const characters = [...text.slice(0, 2 * (previewChars + 1))]
  return characters.length > previewChars ? `${characters.slice(0, previewChars).join('')} …` : text
}
