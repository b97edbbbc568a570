import type { Wall } from './wall'

/** Pastes files from disk at the focus. The page gets real files, without a real clipboard. */
export async function pasteFiles({ page }: Wall, paths: string[]): Promise<void> {
  const input = await page.evaluateHandle(() =>
    Object.assign(document.createElement('input'), { type: 'file', multiple: true }),
  )
  await input.setInputFiles(paths)
  await input.evaluate((element) => {
    const clipboardData = new DataTransfer()
    for (const file of element.files ?? []) clipboardData.items.add(file)
    const options = { clipboardData, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options))
  })
}
