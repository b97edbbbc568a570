import { defineStore } from 'pinia'

const mostKept = 200

/** The small pictures of captures that were in sight last. */
export const useThumbnails = defineStore('thumbnails', () => {
  const pictures = new Map<string, Promise<ImageBitmap | null>>()
  /** Returns a picture that is known by its key, or reads it; null where that fails. */
  const of = (key: string, read: () => Promise<ImageBitmap | null>): Promise<ImageBitmap | null> => {
    const failed = () => {
      pictures.delete(key)
      return null
    }
    const picture = pictures.get(key) ?? read().catch(failed)
    pictures.delete(key)
    pictures.set(key, picture)
    const [oldest] = pictures.keys()
    if (pictures.size > mostKept && oldest !== undefined) pictures.delete(oldest)
    return picture
  }
  const has = (key: string) => pictures.has(key)
  return { of, has }
})
