/** Puts a text on the computer's clipboard. @returns false if it fails, as it does while the window is not in front */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
